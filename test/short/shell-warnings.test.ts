/** Warnings of an `allow` by the programs of a command line. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../authoring/analyze/analyze.ts';
import { compileSources } from '../../compiler/compile.ts';
import { loadModule } from '../../library/node/load-ruleset.ts';
import { STARTING_PROGRAMS } from '../../compiler/language/shell/starting-programs.ts';

function warningsOf(rule: string): readonly string[] {
  const text = `
constants: { readers: [ls, git], plain: [ls, cat] }
rules:
  a: ${rule}
`;
  const { diagnostics } = compileSources([{ path: 'p.yaml', text }]);
  return diagnostics
    .map(({ code, message }) => `${code} ${message}`)
    .filter((line) => line.includes('shell'));
}

const all = (condition: string, action = 'allow: x'): string =>
  `{ ${action}, if: ['exists(c in shell(input.x))', 'forall(c in shell(input.x), ${condition})'] }`;
const REST = 'not c.dynamic and size(c.writes) == 0 and size(c.env) == 0';

it('`analyze` reports them', () => {
  const text = `rules: { a: ${all('c.program == "git"')} }`;
  const compilation = compileSources([{ path: 'p.yaml', text }]);
  if (!compilation.ok) throw new Error('does not compile');
  const { findings } = analyze(compilation, loadModule, { budgetMs: 1000 });
  const shell = findings.filter(({ code }) => code.startsWith('short-shell'));
  expect(shell.map(({ code, severity, line }) => [code, severity, line])).toEqual([
    ['short-shell-members', 'warning', 1],
    ['short-shell-starts', 'warning', 1],
  ]);
});

describe('an `allow` that tests `program`', () => {
  it.each([
    [all('c.program == "ls"'), '`dynamic`, `writes`, `env`'],
    [all('c.program == "ls" and not c.dynamic'), '`writes`, `env`'],
    [all('c.program in const.plain and not c.dynamic and size(c.env) == 0'), '`writes`'],
    [`{ allow: x, if: 'not exists(c in shell(input.x), c.program == "rm")' }`, '`dynamic`, `writes`, `env`'],
  ])('%s leaves out %s', (rule, members) => {
    const found = warningsOf(rule).filter((line) => line.startsWith('short-shell-members'));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`tests no ${members}:`);
  });

  it.each([
    all(`c.program == "ls" and ${REST}`),
    all('c.program == "ls"', 'deny: x'),
    all('c.dynamic'),
    // Two conditions about one command line are one test of it.
    `{ allow: x, if: ['forall(c in shell(input.x), c.program == "ls")', 'forall(d in shell(input.x), ${REST})', 'exists(c in shell(input.x))'] }`,
  ])('%s is not reported', (rule) => {
    expect(warningsOf(rule)).toEqual([]);
  });

  it('counts the conditions of another command line for nothing', () => {
    const rule = `{ allow: x, if: ['exists(c in shell(input.x), c.program == "ls")', 'exists(c in shell(input.y), ${REST})'] }`;
    expect(warningsOf(rule)).toHaveLength(1);
  });
});

describe('an `allow` of a program that can start others', () => {
  it.each([
    [all(`c.program == "git" and ${REST}`), ['git']],
    [all(`c.program in ["ls", "awk", "find"] and ${REST}`), ['find', 'awk']],
    [all(`c.program in const.readers and ${REST}`), ['git']],
    [all(`not (c.program != "env") and ${REST}`), ['env']],
    [all(`"make" == c.program and ${REST}`), ['make']],
    [
      `{ allow: x, if: 'not exists(c in shell(input.x), c.program not in ["python"] or not (${REST}))' }`,
      ['python'],
    ],
  ])('%s is reported for %j', (rule, programs) => {
    const found = warningsOf(rule);
    expect(found).toHaveLength(programs.length);
    for (const [i, program] of programs.entries())
      expect(found[i]).toContain(`short-shell-starts rule \`a\` allows \`${program}\``);
  });

  it.each([
    all(`c.program == "git" and c.args[0] in ["status"] and ${REST}`),
    all(`c.program != "git" and ${REST}`),
    all(`c.program in const.plain and ${REST}`),
    all(`c.program == "git" and ${REST}`, 'escalate: x'),
  ])('%s is not reported', (rule) => {
    expect(warningsOf(rule)).toEqual([]);
  });

  it('has a row with its page for each program', async () => {
    const names = STARTING_PROGRAMS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const page = await readFile('docs/guides/shell.md', 'utf8');
    const words = { started: 'it started a program', read: 'its manual', unread: 'not yet' };
    for (const { name, by, source, checked } of STARTING_PROGRAMS) {
      const cells = [`\`${name}\``, by.replaceAll('|', '\\|'), `[manual](${source})`, words[checked]];
      expect(page).toContain(`| ${cells.join(' | ')} |`);
    }
  });
});
