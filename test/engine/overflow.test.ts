import { describe, expect, it } from 'vitest';
import { EvaluationError } from '../../runtime/errors.ts';
import { Engine } from '../../server/library/engine.ts';

const ruleset = (test: string, slots: string): string => `
templates:
  - { name: n, slots: [{ name: i, type: integer }, { name: f, type: float }] }
  - { name: sum, slots: [{ name: i, type: integer }] }
rules:
  - name: adds
    when: [{ template: n, conditions: [{ slot: i, bind: "?i" }, { slot: f, bind: "?f" }, { test: "${test}" }] }]
    then: { action: allow, assert: [{ template: sum, slots: { i: "${slots}" } }] }
`;

const LARGEST = 2n ** 63n - 1n;

async function evaluating(test: string, slots: string, data: Record<string, unknown>) {
  const engine = await Engine.fromSources([{ path: 'r.yaml', text: ruleset(test, slots) }]);
  return () => engine.evaluate({ scoped: true, facts: [{ template: 'n', data }] });
}

describe('an integer that leaves 64 bits ends the evaluation', () => {
  it.each<[test: string, slots: string, data: Record<string, unknown>, name: string]>([
    ['(> (+ ?i 1) 0)', '0', { i: LARGEST }, '+'],
    ['(eq ?i ?i)', '(- -2 ?i)', { i: LARGEST }, '-'],
    ['(eq ?i ?i)', '(* ?i ?i)', { i: 2n ** 32n }, '*'],
    ['(eq ?i ?i)', '(abs ?i)', { i: -(2n ** 63n) }, 'abs'],
    ['(eq ?i ?i)', '(round ?f)', { f: 1e19 }, 'round'],
    ['(<> (integer ?f) 1)', '0', { f: -1e300 }, 'integer'],
  ])('%s, %s of %o', async (test, slots, data, name) => {
    const evaluate = await evaluating(test, slots, data);
    expect(evaluate).toThrow(EvaluationError);
    expect(evaluate).toThrow(`Integer overflow in function '${name}'`);
  });

  it('and names its rule', async () => {
    const evaluate = await evaluating('(> (+ ?i 1) 0)', '0', { i: LARGEST });
    expect(evaluate).toThrow(
      expect.objectContaining({ rule: 'MAIN::adds', position: 'r.yaml:6:5' }) as Error,
    );
  });

  it('results inside are exact', async () => {
    const evaluate = await evaluating('(> (+ ?i 1) 0)', '(- ?i 1)', { i: LARGEST - 1n });
    expect(evaluate().decision).toBe('allow');
  });
});
