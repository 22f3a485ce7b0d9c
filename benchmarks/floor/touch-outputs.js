const { mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

/** Writes an empty file into the output folder of a task. */
function touchOutputs(target, root) {
  const [output] = target.outputs ?? [];
  if (output === undefined) return;
  const folder = output.replace('{workspaceRoot}', root);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'touched'), '');
}

exports.default = async (_options, context) => {
  touchOutputs(context.target, context.root);
  return { success: true };
};

exports.batch = async function* (taskGraph, _inputs, _overrides, context) {
  for (const [id, { target }] of Object.entries(taskGraph.tasks)) {
    const { targets } = context.projectGraph.nodes[target.project].data;
    touchOutputs(targets[target.target], context.root);
    const now = Date.now();
    yield { task: id, result: { success: true, terminalOutput: '', startTime: now, endTime: now } };
  }
};
