// The projects and targets of nx-agent-skills with executors that do nothing but touch their
// outputs: what Nx itself costs with this graph.
const { createNodes } = require('nx-agent-skills/plugin');

const [pattern, infer] = createNodes;

exports.createNodes = [
  pattern,
  async (files, options, context) => {
    const results = await infer(files, options, context);
    for (const [, { projects = {} }] of results) {
      for (const { targets = {} } of Object.values(projects)) {
        for (const target of Object.values(targets)) {
          target.executor = target.executor.replace('nx-agent-skills:', 'nx-agent-skills-floor:');
        }
      }
    }
    return results;
  },
];
exports.createNodesV2 = exports.createNodes;
