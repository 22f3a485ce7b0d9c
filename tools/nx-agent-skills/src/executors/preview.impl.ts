import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type ExecutorContext, logger } from '@nx/devkit';
import { serveTree, type TreeServer } from '@nx-agent-skills/deployment';
import { publishedPath } from '@nx-agent-skills/discovery';
import { REPORT_FILES, reportSchema } from '@nx-agent-skills/publication';
import { OptionError } from './option-error';
import { startNx } from './run-nx';

/** Options of the `preview` executor. */
export interface PreviewOptions {
  /** The folder of the tree that is served. Never the one that is deployed: its URLs are local. */
  outputDir: string;
  /** The name of the target that publishes. */
  publishTarget: string;
  /** 0 takes any free one. */
  port: number;
  /** Whether the tree is published again when something changes. */
  watch: boolean;
  /** Why the plugin options are invalid, when they are. */
  fault?: string;
}

/** What `nx watch` prints for us when a file of the workspace has changed. */
const CHANGED = 'nx-agent-skills: changed';

/** Serves the skills of the workspace on this machine as a good host would, until it is stopped. */
export default async function preview(
  options: PreviewOptions,
  context: ExecutorContext,
): Promise<{ success: boolean }> {
  let server: TreeServer | undefined;
  try {
    if (options.fault !== undefined) throw new OptionError(options.fault);
    server = await listen(join(context.root, options.outputDir), options.port);
    const { url } = server;
    if (!(await publish(url, options, context))) return { success: false };
    process.stdout.write(describePreview(url, join(context.root, options.outputDir)));
    await untilStopped(options.watch ? (rebuild) => watch(context.root, rebuild) : () => {}, () =>
      publish(url, options, context),
    );
    return { success: true };
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    logger.error(error.message);
    return { success: false };
  } finally {
    await server?.close();
  }
}

async function listen(folder: string, port: number): Promise<TreeServer> {
  try {
    return await serveTree(folder, { port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const reason = code === 'EADDRINUSE' ? 'is in use' : 'may not be used';
    throw new OptionError(
      `The port ${port} ${reason}.\n    Fix: pass another one, such as --port=${port + 1}, or --port=0 for any that is free.`,
    );
  }
}

/** Publishes for the address of the preview, through Nx, so that unchanged skills are not built. */
async function publish(
  url: string,
  { outputDir, publishTarget }: PreviewOptions,
  { root, projectName = '' }: ExecutorContext,
): Promise<boolean> {
  const nx = startNx(root, [
    ...['run', `${projectName}:${publishTarget}`, `--origin=${url}`, '--preview'],
    ...[`--outputDir=${outputDir}`, '--output-style=static'],
  ]);
  let output = '';
  nx.stdout?.on('data', (data) => {
    output += data;
  });
  const [status] = await once(nx, 'close');
  const counts = /\((\d+ added, .*)\)\.$/m.exec(output)?.[1];
  process.stdout.write(status === 0 ? `Published: ${counts}.\n` : output);
  return status === 0;
}

function describePreview(url: string, tree: string): string {
  const { skills } = reportSchema.parse(
    JSON.parse(readFileSync(join(tree, REPORT_FILES.json), 'utf8')),
  );
  const [install] = skills.find(({ indexed }) => indexed)?.install ?? [];
  return [
    `\n${skills.length} skills at ${url}/${publishedPath.catalogue.replace('index.html', '')}`,
    ...(install ? [`Install one from here: ${install.command}`] : []),
    'Press Ctrl+C to stop.\n',
  ].join('\n');
}

/** Rebuilds one after the other, however fast changes come, and once more after the last. */
async function untilStopped(
  start: (rebuild: () => void) => void,
  publishAgain: () => Promise<boolean>,
): Promise<void> {
  let isRunning = false;
  let isWanted = false;
  const rebuild = async () => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await publishAgain();
    }
    isRunning = false;
  };
  start(() => void rebuild());
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
  });
}

function watch(root: string, rebuild: () => void): void {
  const nx = startNx(root, ['watch', '--all', '--', 'echo', CHANGED]);
  if (nx.stdout) {
    createInterface({ input: nx.stdout }).on('line', (line) => {
      if (line.includes(CHANGED)) rebuild();
    });
  }
  nx.once('exit', () => {
    process.stdout.write('Nx does not watch (its daemon is off): changes are not published.\n');
  });
  process.once('exit', () => nx.kill());
}
