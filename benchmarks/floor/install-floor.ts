import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILES = ['package.json', 'plugin.js', 'touch-outputs.js', 'touch-outputs-batch.js'];

/** Puts the floor beside the product in a workspace, with an executor for each of the product's. */
export function installFloor(root: string): void {
  const modules = join(root, 'node_modules');
  const floor = join(modules, 'nx-agent-skills-floor');
  for (const file of FILES) cpSync(join(__dirname, file), join(floor, file));
  const product = JSON.parse(readFileSync(join(modules, 'nx-agent-skills/executors.json'), 'utf8'));
  const executors = Object.fromEntries(
    Object.entries<{ batchImplementation?: string }>(product.executors).map(([name, executor]) => [
      name,
      {
        implementation: './touch-outputs',
        schema: './schema.json',
        ...(executor.batchImplementation
          ? { batchImplementation: './touch-outputs-batch', preferBatch: true }
          : {}),
      },
    ]),
  );
  writeFileSync(join(floor, 'schema.json'), '{"version":2,"type":"object","properties":{}}\n');
  writeFileSync(join(floor, 'executors.json'), JSON.stringify({ executors }));
}
