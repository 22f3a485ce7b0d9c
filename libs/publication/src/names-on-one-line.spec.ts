import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publish } from './publish';
import { buildWorkspace, EACH_SHAPE, TREE, thrownBy } from './testing/built-workspace';
import { verifyTree } from './verify-tree';

it('a file whose name has a line break begins no line of a message', () => {
  const { root, built, options } = buildWorkspace(EACH_SHAPE);
  publish(built, [], options);
  writeFileSync(join(root, TREE, 'x\n::error::injected'), '');
  const { message } = thrownBy(() => verifyTree(join(root, TREE)));
  expect(message).toContain('x\\u{a}::error::injected does not belong to the tree.');
  expect(message).not.toMatch(/^::/m);
});
