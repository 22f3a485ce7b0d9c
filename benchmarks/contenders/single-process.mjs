// One Node process that does the whole contract and nothing twice: no cache, no graph, no checks but
// the frontmatter and the names. usage: single-process.mjs <workspace> <output folder> <origin>
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse } from 'yaml';

const [root, out, origin] = process.argv.slice(2);
rmSync(out, { recursive: true, force: true });
const skills = [];
findSkills('skills');
const published = skills.map(publish).sort((a, b) => (a.entry.name < b.entry.name ? -1 : 1));
for (const [at, { entry }] of published.entries()) {
  if (published[at + 1]?.entry.name !== entry.name) continue;
  rmSync(out, { recursive: true });
  throw new Error(`The name ${entry.name} occurs twice.`);
}
const $schema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
const index = { $schema, skills: published.map(({ entry }) => entry) };
for (const folder of ['', 'agent-skills/']) {
  write(`${folder}.well-known/agent-skills/index.json`, `${JSON.stringify(index, null, 2)}\n`);
}
write('agent-skills/report.md', report());

function report() {
  const rows = published.map(({ shape, entry: { name, type, url, digest } }) => {
    const add = `skills add ${origin}/agent-skills --skill ${name} -a claude-code -g`;
    const unpack = type === 'archive' ? ' | tar -xzf -' : '';
    return `| ${name} | ${shape} | ${digest} | \`pnpm dlx ${add}\` | \`curl -sL ${url}${unpack}\` |`;
  });
  return `| Skill | Shape | Digest | Install | Or |
|---|---|---|---|---|
${rows.join('\n')}

After the deploy, for every skill:

- [ ] \`curl -sL <url> | sha256sum\` gives its digest
- [ ] \`curl -sL <url> | tar -tzf -\` lists \`SKILL.md\` without a folder before it
- [ ] its install command installs it
- [ ] the agent uses it when it is asked for what it does
`;
}

function findSkills(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const path = `${folder}/${entry.name}`;
    const names = readdirSync(join(root, path));
    if (names.includes('SKILL.md')) skills.push({ path, names });
    if (!names.includes('SKILL.md')) findSkills(path);
    else if (names.includes('skills')) findSkills(`${path}/skills`);
  }
}

function publish({ path, names }) {
  const skillMd = readFileSync(join(root, path, 'SKILL.md'));
  const { name, description } = parse(/^---\n([\s\S]*?)\n---\n/.exec(skillMd.toString('utf8'))[1]);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) throw new Error(`${path} has the name ${name}.`);
  const isSingle = names.length === 1;
  const isBundle = names.includes('skills');
  const artifact = isSingle
    ? `agent-skills/${name}/SKILL.md`
    : `agent-skills/${name}${isBundle ? '-bundle' : ''}.tar.gz`;
  const bytes = isSingle ? skillMd : gzipSync(tar(join(root, path)), { level: 9 });
  write(artifact, bytes);
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  const type = isSingle ? 'skill-md' : 'archive';
  return {
    shape: isSingle ? 'single-file' : isBundle ? 'bundle' : 'multi-file',
    entry: { name, type, description, url: `${origin}/${artifact}`, digest },
  };
}

function tar(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  const blocks = files.flatMap((file) => {
    const bytes = readFileSync(join(folder, file));
    return [header(file, bytes.length), bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

function header(path, size) {
  const block = Buffer.alloc(512);
  block.write(path, 0);
  block.write(`0000644\0${'0000000\0'.repeat(2)}`, 100);
  block.write(`${size.toString(8).padStart(11, '0')}\0${'0'.repeat(11)}\0        0`, 124);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function write(path, content) {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), content);
}
