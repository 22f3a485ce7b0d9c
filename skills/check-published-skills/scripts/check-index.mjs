import { show } from './finding.mjs';

export const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';

const MAX_SKILLS = 10_000;
const FIELDS = ['name', 'type', 'description', 'url', 'digest'];

const RULES = {
  name: {
    wanted: '1 to 64 of a-z, 0-9 and single hyphens between them',
    accepts: (value) => value.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value),
  },
  type: {
    wanted: 'skill-md or archive',
    accepts: (value) => value === 'skill-md' || value === 'archive',
  },
  description: {
    wanted: '1 to 1024 characters',
    accepts: (value) => value.trim().length > 0 && value.length <= 1024,
  },
  url: { wanted: 'a URL', accepts: (value) => value.length > 0 && value.length <= 2048 },
  digest: {
    wanted: 'sha256: and 64 lower-case hex digits',
    accepts: (value) => /^sha256:[0-9a-f]{64}$/.test(value),
  },
};

/**
 * Reads a discovery index and holds it against the 0.2.0 schema.
 *
 * @param {Buffer} bytes the served index.json
 * @returns {{ entries: object[], problems: { code: string, message: string }[] }} the entries that
 *   meet every rule, and what is wrong with the document and with the others.
 */
export function checkIndex(bytes) {
  let index;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    index = JSON.parse(text);
  } catch {
    return failed('index-json', 'the index is not JSON in UTF-8 without a byte order mark');
  }
  if (!isObject(index)) return failed('index-schema', `the index is ${show(index)}, not an object`);

  const problems = checkKeys(index, ['$schema', 'skills'], 'index-schema', 'the index');
  if (Object.hasOwn(index, '$schema') && index.$schema !== SCHEMA) {
    const message = `$schema is ${show(index.$schema)}; clients accept only "${SCHEMA}"`;
    problems.push({ code: 'index-schema', message });
  }
  if (!Array.isArray(index.skills)) {
    if (Object.hasOwn(index, 'skills')) {
      problems.push({ code: 'index-schema', message: 'skills is not a list' });
    }
    return { entries: [], problems };
  }
  if (index.skills.length > MAX_SKILLS) {
    problems.push({ code: 'too-large', message: `the index has more than ${MAX_SKILLS} entries` });
    return { entries: [], problems };
  }
  if (index.skills.length === 0) {
    problems.push({ code: 'index-schema', message: 'the index lists no skill' });
  }
  return { entries: checkEntries(index.skills, problems), problems };
}

function checkEntries(skills, problems) {
  const entries = [];
  const names = new Set();
  skills.forEach((entry, position) => {
    const found = checkEntry(entry, position);
    problems.push(...found);
    if (found.length > 0) return;
    if (names.has(entry.name)) {
      problems.push({
        code: 'duplicate-name',
        message: `skills[${position}] has the name ${show(entry.name)} of an earlier entry`,
      });
      return;
    }
    names.add(entry.name);
    entries.push(entry);
  });
  return entries;
}

function checkEntry(entry, position) {
  const where = `skills[${position}]`;
  if (!isObject(entry)) return [{ code: 'index-entry', message: `${where} is not an object` }];
  const label = typeof entry.name === 'string' ? `${where} (${show(entry.name)})` : where;
  const problems = checkKeys(entry, FIELDS, 'index-entry', label);
  for (const field of FIELDS.filter((name) => Object.hasOwn(entry, name))) {
    const value = entry[field];
    const rule = RULES[field];
    if (typeof value === 'string' && rule.accepts(value)) continue;
    const message = `${label}: ${field} is ${show(value)}, not ${rule.wanted}`;
    problems.push({ code: 'index-entry', message });
  }
  return problems;
}

function checkKeys(object, wanted, code, label) {
  const missing = wanted.filter((key) => !Object.hasOwn(object, key));
  const extra = Object.keys(object).filter((key) => !wanted.includes(key));
  return [
    ...missing.map((key) => ({ code, message: `${label} lacks ${key}` })),
    ...extra
      .slice(0, 5)
      .map((key) => ({ code, message: `${label} has the extra key ${show(key)}` })),
  ];
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function failed(code, message) {
  return { entries: [], problems: [{ code, message }] };
}
