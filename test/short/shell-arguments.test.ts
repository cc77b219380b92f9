/** Arguments that are not known: a rule that closes on them fires, and one that opens does not. Both engines agree. */
import { expect, it } from 'vitest';
import { findClips } from '../../library/node/clips/clips-binary.ts';
import { decideBoth } from './both-engines.ts';
import { full } from '../full.ts';

const clips = await findClips();

const NONE = 'git status';
const FOUND = 'git push';
const MAYBE = 'git $X';
const BOTH = 'git push $X';

type Truth = 'true' | 'false' | 'unknown';

/** The truth of a condition for `git status`, `git push`, `git $X` and `git push $X`. */
const CONDITIONS: readonly (readonly [string, Truth, Truth, Truth, Truth])[] = [
  ['"push" in c.args', 'false', 'true', 'unknown', 'true'],
  ['not "push" in c.args', 'true', 'false', 'unknown', 'false'],
  ['"push" not in c.args', 'true', 'false', 'unknown', 'false'],
  ['not ("push" not in c.args)', 'false', 'true', 'unknown', 'true'],
  ['c.args.has("push")', 'false', 'true', 'unknown', 'true'],
  ['not c.args.has("push")', 'true', 'false', 'unknown', 'false'],
  ['c.args.has_any(["push", "pull"])', 'false', 'true', 'unknown', 'true'],
  ['c.args.only(["push"])', 'false', 'true', 'unknown', 'unknown'],
  ['not c.args.only(["push"])', 'true', 'false', 'unknown', 'unknown'],
  ['c.args.is_empty()', 'false', 'false', 'unknown', 'false'],
  ['size(c.args) > 0', 'true', 'true', 'unknown', 'true'],
  ['size(c.args) == 1', 'true', 'true', 'unknown', 'unknown'],
  ['size(c.args) < 1', 'false', 'false', 'unknown', 'false'],
  ['1 > size(c.args)', 'false', 'false', 'unknown', 'false'],
  ['c.args[0] == "push"', 'false', 'true', 'unknown', 'unknown'],
  ['c.args[0] != "push"', 'true', 'false', 'unknown', 'unknown'],
  ['exists(a in c.args, a == "push")', 'false', 'true', 'unknown', 'true'],
  ['not exists(a in c.args, a == "push")', 'true', 'false', 'unknown', 'false'],
  ['forall(a in c.args, a == "push")', 'false', 'true', 'unknown', 'unknown'],
  ['not forall(a in c.args, a == "push")', 'true', 'false', 'unknown', 'unknown'],
  ['count(a in c.args, a == "push") > 0', 'false', 'true', 'unknown', 'unknown'],
  ['count(a in c.args, a == "push") == 0', 'true', 'false', 'unknown', 'unknown'],
  ['c.program == "git" and "push" in c.args', 'false', 'true', 'unknown', 'true'],
  ['c.program == "x" and "push" in c.args', 'false', 'false', 'false', 'false'],
];

it.each(CONDITIONS.filter((_, index) => index % full(1, 3) === 0))('%s', async (condition, ...truths) => {
  const rule = (text: string): string => `
default: none
rules:
  a: ${text}
`;
  const lines = [NONE, FOUND, MAYBE, BOTH].map((line) => ({ line }));
  const firesFor = async (text: string): Promise<readonly boolean[]> =>
    (await decideBoth(clips, rule(text), lines)).map(({ ruleTrace }) => ruleTrace.length > 0);
  const inside = `exists(c in shell(input.line), ${condition})`;
  const isTrue = truths.map((truth) => truth === 'true');
  const isPossible = truths.map((truth) => truth !== 'false');
  expect(await firesFor(`{ allow: x, if: '${inside}' }`)).toEqual(isTrue);
  expect(await firesFor(`{ deny: x, if: '${inside}' }`)).toEqual(isPossible);
  const isFalse = truths.map((truth) => truth === 'false');
  const mayBeFalse = truths.map((truth) => truth !== 'true');
  expect(await firesFor(`{ allow: x, if: 'not ${inside}' }`)).toEqual(isFalse);
  expect(await firesFor(`{ deny: x, if: 'not ${inside}' }`)).toEqual(mayBeFalse);
  expect(await firesFor(`{ allow: x, for: { c: shell(input.line) }, if: '${condition}' }`)).toEqual(isTrue);
  expect(await firesFor(`{ deny: x, for: { c: shell(input.line) }, if: '${condition}' }`)).toEqual(
    isPossible,
  );
});

it('an aggregate over commands is unknown if it depends on arguments that are not known', async () => {
  const text = (action: string): string => `
default: none
rules:
  a: { ${action}: x, if: 'count(c in shell(input.line), "push" in c.args) > 1' }
`;
  const lines = ['git push', 'git push; git push', 'git push; git $X', 'git status'].map((line) => ({
    line,
  }));
  const traces = async (action: string): Promise<unknown> =>
    (await decideBoth(clips, text(action), lines)).map(({ ruleTrace }) => ruleTrace.length);
  expect(await traces('allow')).toEqual([0, 1, 0, 0]);
  expect(await traces('deny')).toEqual([0, 1, 1, 0]);
});

it('a rule that closes fires once, and says which arguments are not known', async () => {
  const text = `
default: allow
rules:
  a: { deny: "{c.text}", for: { c: shell(input.line) }, if: '"push" in c.args' }
  b: { escalate: "x", if: 'exists(c in shell(input.line), exists(a in c.args, a == "x"))' }
`;
  const [both, maybe] = await decideBoth(clips, text, [{ line: BOTH }, { line: MAYBE }]);
  expect(both?.ruleTrace).toEqual(['MAIN::b', 'MAIN::a']);
  expect(maybe?.reason).toBe(MAYBE);
});
