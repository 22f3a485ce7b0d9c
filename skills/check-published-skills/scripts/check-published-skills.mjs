#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkSite } from './check-site.mjs';
import { isAllowedUrl } from './download.mjs';
import { formatReport } from './format-report.mjs';

const USAGE = `Usage: node check-published-skills.mjs <origin> [options]

Checks the agent skills that are served at an https origin (http only for localhost).

  --expect <file>      the index.json that was built: fail unless exactly this one is served
  --files              list the files of every skill
  --strict             fail on warnings too
  --timeout <seconds>  the most that one download may take (1 to 300, default 30)

Exit code: 0 all right, 1 a check failed, 2 wrong usage.
`;

class UsageError extends Error {}

try {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(USAGE);
  } else {
    const site = await checkSite(options.origin, options);
    const { text, problems, warnings } = formatReport(site, options);
    process.stdout.write(text);
    process.exitCode = problems > 0 || (options.strict && warnings > 0) ? 1 : 0;
  }
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}

function readOptions(args) {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  if (positionals.length !== 1) throw new UsageError('Give exactly one origin.');
  const seconds = Number(values.timeout ?? 30);
  if (!(seconds >= 1 && seconds <= 300)) {
    throw new UsageError(`--timeout is "${values.timeout}", not a number from 1 to 300.`);
  }
  return {
    origin: readOrigin(positionals[0]),
    built: values.expect === undefined ? undefined : readBuiltIndex(values.expect),
    listFiles: values.files ?? false,
    strict: values.strict ?? false,
    timeoutMs: seconds * 1000,
  };
}

function parse(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        expect: { type: 'string' },
        files: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        strict: { type: 'boolean' },
        timeout: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(error.message);
  }
}

function readOrigin(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !isAllowedUrl(url) || url.search !== '' || url.hash !== '') {
    const wanted = 'an https origin such as https://skills.acme.example (http only for localhost)';
    throw new UsageError(`"${text}" is not ${wanted}.`);
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

function readBuiltIndex(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(`--expect: ${error.message}`);
  }
}
