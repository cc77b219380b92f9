/** Rules over commands that are not known: one that closes fires, and one that opens does not. Both engines agree. */
import { describe, expect, it } from 'vitest';
import { findClips } from '../../library/node/clips/clips-binary.ts';
import { decideBoth } from './both-engines.ts';

const clips = await findClips();

const UNREAD = 'git "';

describe('`for` over commands in a rule that closes', () => {
  const PUSHES = `
default: allow
rules:
  pushes:
    escalate: "{c.text}"
    for: { c: shell(input.line) }
    if: c.program == "git" and "push" in c.args
`;
  it('fires for each command that matches, and once if the commands are unknown', async () => {
    const cases: readonly (readonly [object, string, string | undefined, readonly string[] | undefined])[] = [
      [{ line: 'ls; git status' }, 'allow', undefined, undefined],
      [{ line: '' }, 'allow', undefined, undefined],
      [{ line: 'ls; sudo git push a' }, 'escalate', 'git push a', undefined],
      [{ line: '$X push' }, 'escalate', '$X push', ['shell(input.line)[0].program']],
      [{ line: UNREAD }, 'escalate', '(missing)', ['shell(input.line)']],
      [{ line: 5 }, 'escalate', '(missing)', ['shell(input.line)']],
      [{ line: null }, 'escalate', '(missing)', ['shell(input.line)']],
      [{}, 'escalate', '(missing)', ['shell(input.line)']],
    ];
    const results = await decideBoth(
      clips,
      PUSHES,
      cases.map(([document]) => document),
    );
    for (const [i, [document, decision, reason, missing]] of cases.entries())
      expect(results[i], JSON.stringify(document)).toMatchObject({
        decision,
        ...(reason === undefined ? {} : { reason }),
        ...(missing === undefined ? {} : { missing }),
      });
    expect(results[4]?.ruleTrace).toEqual(['MAIN::pushes']);
  });

  it.each([
    'c.dynamic',
    'not c.dynamic',
    'c.program == "x"',
    'c.program != "x"',
    'c.path == "/x"',
    'size(c.args) > 3',
    'size(c.writes) == 0',
    'exists(a in c.args, a == "x")',
    'forall(a in c.args, a == "x")',
    'c.args[0] == "x"',
    'c.text.contains("x")',
    'c.start > 7',
    'not (c.program == "x" and c.dynamic)',
  ])('fires for unknown commands with %j', async (condition) => {
    const text = `
default: allow
rules:
  closes: { deny: x, for: { c: shell(input.line) }, if: '${condition}' }
`;
    const [unread, missing] = await decideBoth(clips, text, [{ line: UNREAD }, {}]);
    expect([unread?.decision, missing?.decision]).toEqual(['deny', 'deny']);
  });

  it('has no items for unknown commands with `?`, and in a rule that opens', async () => {
    const text = `
default: escalate
rules:
  excused: { deny: x, for: { c: "shell(input.line)?" }, if: c.dynamic }
  opens: { allow: x, for: { c: shell(input.line) }, if: not c.dynamic }
`;
    const [read, unread] = await decideBoth(clips, text, [{ line: 'ls' }, { line: UNREAD }]);
    expect([read?.decision, unread?.decision]).toEqual(['allow', 'escalate']);
  });

  it('goes through the command lines of a list', async () => {
    const text = `
default: allow
input: { steps: [{ run: string }] }
rules:
  removes: { deny: "{c.program} in {s.run}", for: { s: input.steps, c: shell(s.run) }, if: c.program == "rm" }
`;
    const documents = [
      { steps: [{ run: 'ls' }, { run: 'rm x' }] },
      { steps: [{ run: 'ls' }, { run: UNREAD }] },
      { steps: [{ run: 'ls' }, {}] },
      { steps: [] },
    ];
    const results = await decideBoth(clips, text, documents);
    expect(results.map(({ decision, reason }) => [decision, reason])).toEqual([
      ['deny', 'rm in rm x'],
      ['deny', '(missing) in git "'],
      ['deny', '(missing) in (missing)'],
      ['allow', 'default decision (no rules fired)'],
    ]);
    expect(results[1]?.missing).toEqual(['shell(input.steps[1].run)']);
  });
});
