import { afterAll, beforeAll, expect, it } from 'vitest';
import { rulesetFolder, runHere, type Folder } from '../run-tests.ts';

interface Told {
  readonly verdict: string;
  readonly proved: boolean;
  readonly search: { readonly all: number; readonly exhaustive: boolean } | null;
}

let folder: Folder;
beforeAll(async () => {
  folder = await rulesetFolder();
});
afterAll(() => folder.remove());

it('proves its result with all requests that rules can distinguish', async () => {
  // More combinations of two slots in one condition than the analysis reads.
  const asked = (text: string): string => `
templates:
  - name: call
    slots:
      - { name: level, type: symbol, allowed_values: [a, b, c, d, e, f, g, h, i], required: true }
      - { name: most, type: symbol, allowed_values: [a, b, c, d, e, f, g, h], required: true }
rules:
  - name: pass
    when: [{ template: call, conditions: [{ slot: level, bind: "?l" }, { slot: most, bind: "?m" }, { test: "${text}" }] }]
    then: { action: allow, reason: fine }
`;
  const before = await folder.write('asked.yaml', asked('(eq (str-cat ?l ?m) (str-cat i ?m))'));
  const same = await folder.write('same.yaml', asked('(eq (str-cat ?m ?l) (str-cat ?m i))'));
  const { code, out } = await runHere('diff', before, same);
  // A call of each version decides: none, one of 72, or two of them.
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^equivalent \(proved for all 2,629 that rules distinguish\)\n2629 compared/),
  ]);
  const other = await folder.write('other.yaml', asked('(neq (str-cat ?l ?m) (str-cat a ?m))'));
  const told = JSON.parse((await runHere('diff', before, other, '--json')).out) as Told;
  expect([told.verdict, told.proved, told.search?.all, told.search?.exhaustive]).toEqual([
    ...['more permissive', false, 2629, true],
  ]);
  expect((await runHere('diff', before, other)).out).toMatch(
    /^more permissive for all 2,629 that rules distinguish\n/,
  );
});
