/** Findings of `analyze` about missing members of a document. */
import { expect, test } from 'vitest';
import { analyze } from '../../../authoring/analyze/analyze.ts';
import { compileSources } from '../../../compiler/compile.ts';
import { loadModule } from '../../../library/node/load-ruleset.ts';

const CODES = ['closes-when-missing', 'open-when-missing', 'expensive-join'];

function found(text: string, inputs: readonly unknown[] = []): readonly string[] {
  const compilation = compileSources([{ path: 'policy.yaml', text }]);
  if (!compilation.ok) throw new Error(JSON.stringify(compilation.diagnostics));
  const requests = inputs.map((input) => ({ facts: [], input, now: 0 }));
  return analyze(compilation, loadModule, { requests, now: 0 })
    .findings.filter(({ code }) => CODES.includes(code))
    .map(({ code, rule, message }) => `${code} ${rule ?? ''}: ${message}`);
}

const closing = (rule: string): string =>
  `rules:\n  open: { allow: true, if: has(input.a) }\n  r: { ${rule} }\n`;
const without = (path: string, done = 'denied'): string =>
  `closes-when-missing MAIN::r: without ${path} every document is ${done}: write \`${path}?\` if its absence is fine`;

test.each([
  ['deny: x, if: input.env == "prod"', [without('input.env')]],
  ['escalate: x, if: input.env == "prod"', [without('input.env', 'escalated or denied')]],
  ['deny: x, if: input.env == "prod" or input.rows > 5', [without('input.env'), without('input.rows')]],
  ["deny: x, if: \"input.env == 'prod' and not (input.env == 'x')\"", [without('input.env')]],
  ['deny: x, if: "exists(i in input.items, i.a == 1)"', [without('input.items')]],
  // Something else may make them certainly false.
  ['deny: x, if: input.env == "prod" and input.rows > 5', []],
  ['deny: x, if: input.env? == "prod"', []],
  ['deny: x, if: (input.rows ?? 0) > 5', []],
  ['deny: x, if: not has(input.env)', []],
  ['deny: x, for: { i: input.items? }, if: input.env == "prod"', []],
  ['deny: x, if: input.env == "prod", in_doubt: stay', []],
])('%s', (rule, expected) => {
  expect(found(closing(rule)).filter((one) => one.startsWith('closes'))).toEqual(expected);
});

test('a ruleset in which a denial does not override is not spoken of', () => {
  expect(found(`decide: last\n${closing('deny: x, if: input.env == "prod"')}`)).toEqual([]);
});

test('absence that opens is shown by both documents', () => {
  const text = 'rules:\n  r: { allow: true, if: "not (input.env? == \'prod\')" }\n';
  expect(found(text)).toEqual([
    'open-when-missing MAIN::r: leaving out input.env turns deny into allow: {"env":"prod"} becomes {}',
  ]);
  const rule = 'rules:\n  r: { allow: true, if: "not has(input.a.b)" }\n';
  expect(found(rule, [{ a: { b: 1 } }])[0]).toContain('leaving out input.a turns deny into allow');
  expect(found(rule, [{ a: { b: 1 } }])[1]).toContain('{"a":{"b":1}} becomes {"a":{}}');
});

test('nothing is reported of a policy that reads what is missing as unknown', () => {
  const text =
    'rules:\n  r: { allow: true, if: input.env != "prod" }\n  s: { deny: x, if: input.rows > 5 and input.env == "prod" }\n';
  expect(found(text)).toEqual([]);
});

test('a register beside a path that may be missing is tried fact by fact', () => {
  const text = (input: string): string => `${input}templates: { account: { id!: string, frozen: boolean } }
rules:
  r: { deny: frozen, if: account.id == input.account and account.frozen }
`;
  expect(found(text('')).filter((one) => one.startsWith('expensive-join'))).toEqual([
    'expensive-join MAIN::r: every fact of account is tried: it is compared with a path that may be missing. Declared with `!`, facts are found by its value',
  ]);
  expect(found(text('input: { account!: string }\n'))).toEqual([]);
});
