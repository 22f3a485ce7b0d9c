import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveTree, type TreeServer } from '@nx-agent-skills/deployment';
import { REPORT_FILES, type Report, reportSchema } from '@nx-agent-skills/publication';
import type { ExecutorContext } from 'nx/src/devkit-exports';
import { print, printError } from '../messages/print';
import { OptionError } from '../option-error';
import { describePreview, describeRepublication } from './describe-preview';
import { startNx } from './run-nx';
import { type Watch, watchWorkspace } from './watch-workspace';

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

/** Serves the skills of the workspace on this machine as a good host would, until it is stopped. */
export default async function preview(
  options: PreviewOptions,
  context: ExecutorContext,
): Promise<{ success: boolean }> {
  let server: TreeServer | undefined;
  let watch: Watch | undefined;
  const stopped = untilStopped();
  try {
    if (options.fault !== undefined) throw new OptionError(options.fault);
    server = await listen(join(context.root, options.outputDir), options.port);
    const { url } = server;
    let isServing = false;
    const publishAndTell = async () => {
      const report = await publish(url, options, context);
      if (!report) return;
      await print(isServing ? describeRepublication(report) : describePreview(url, report));
      isServing = true;
    };
    // Before the first publication, so that no change is missed that is made during it.
    if (options.watch) watch = watchWorkspace(context.root, publishAndTell);
    await publishAndTell();
    if (!isServing && !watch?.isWatching()) return { success: false };
    await Promise.race([stopped, ...(isServing || !watch ? [] : [watch.ended])]);
    return { success: isServing };
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    await printError(error.message);
    return { success: false };
  } finally {
    watch?.stop();
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

/**
 * Publishes for the address of the preview, through Nx, so that unchanged skills are not built.
 *
 * @returns undefined when the publication is refused; why was printed
 */
async function publish(
  url: string,
  { outputDir, publishTarget }: PreviewOptions,
  { root, projectName = '' }: ExecutorContext,
): Promise<Report | undefined> {
  const nx = startNx(root, [
    ...['run', `${projectName}:${publishTarget}`, `--origin=${url}`, '--preview'],
    ...[`--outputDir=${outputDir}`, '--output-style=static'],
  ]);
  let output = '';
  nx.stdout?.on('data', (data) => {
    output += data;
  });
  const [status] = await once(nx, 'close');
  if (status === 0) {
    const text = readFileSync(join(root, outputDir, REPORT_FILES.json), 'utf8');
    return reportSchema.parse(JSON.parse(text));
  }
  await print(`${output}\nNothing new is served until this is mended.\n`);
  return undefined;
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
  });
}
