import { Engine } from '../../../library/node/engine.ts';
import type { CompiledRuleset } from '../../../runtime/abi.ts';
import type { EvaluationResult } from '../../../runtime/engine/evaluation-result.ts';

/** The clock of the tests, in seconds. */
export const NOW = 1_000;

/** Templates that the tests share: logins are counted, requests carry the conditions. */
export const TEMPLATES = `templates:
  - name: login
    slots:
      - { name: user, type: symbol }
      - { name: host, type: string }
      - { name: ts, type: integer }
      - { name: at, type: float }
      - { name: size, type: integer }
      - { name: score, type: float }
  - name: request
    slots:
      - { name: user, type: symbol }
      - { name: ts, type: integer }
      - { name: at, type: float }
  - name: note
    slots: [{ name: text, type: string }]
`;

/** A rule that denies when a condition on a slot of a request holds. */
export function conditionRule(expression: string, slot = 'user'): string {
  return `rules:
  - name: r
    when:
      - template: request
        alias: $r
        conditions: [{ slot: ${slot}, expression: ${JSON.stringify(expression)} }]
    then: { action: escalate, reason: held }
`;
}

export async function compiled(rules: string): Promise<CompiledRuleset> {
  return (await Engine.fromSources([{ path: 'ruleset.yaml', text: TEMPLATES + rules }])).ruleset;
}

export interface GivenFact {
  readonly template: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export const login = (data: GivenFact['data']): GivenFact => ({ template: 'login', data });
export const request = (data: GivenFact['data'] = { user: 'ann' }): GivenFact => ({
  template: 'request',
  data,
});

/** An engine with a fixed clock that holds facts. */
export function engineWith(ruleset: CompiledRuleset, ...facts: readonly GivenFact[]): Engine {
  const engine = new Engine(ruleset, { now: () => NOW * 1000 });
  engine.assertFacts(facts);
  return engine;
}

/** The names of the rules that fired. */
export function fired(result: EvaluationResult): readonly string[] {
  return result.ruleTrace.map((name) => name.replace('MAIN::', ''));
}

/** True if a condition on a request of \`ann\` holds among facts. */
export async function holds(
  expression: string,
  facts: readonly GivenFact[],
  slot?: string,
): Promise<boolean> {
  const engine = engineWith(await compiled(conditionRule(expression, slot)), ...facts);
  return engine.evaluate().decision === 'escalate';
}
