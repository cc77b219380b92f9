import { expect, it } from 'vitest';
import { createClient } from '../../clients/typescript/client.ts';

/** As `ferrule types` writes them. */
type Agent = {
  readonly id: string;
  readonly clearance?: 'public' | 'secret';
  readonly age?: number | bigint;
};
type Load = { readonly n: number | bigint };
type Facts =
  { readonly template: 'agent'; readonly data: Agent } | { readonly template: 'load'; readonly data: Load };
interface Decision {
  readonly decision: 'allow' | 'deny' | null;
  readonly ruleTrace: readonly 'decide::allow-secret'[];
  readonly metadata: { readonly control?: string };
}

const ANSWER = {
  decision: 'allow',
  reason: null,
  rule_trace: ['decide::allow-secret'],
  module_trace: [],
  duration_us: 1,
  metadata: { control: 'AC-3' },
  success: true,
  facts: [{ id: 'a' }],
};
const client = createClient<Facts, Decision>({
  url: 'http://test.local',
  fetch: () => Promise.resolve(Response.json(ANSWER)),
});

it('knows the facts and the decisions of a ruleset', async () => {
  const answer = await client.evaluate({ ruleset: 'r', facts: [{ template: 'agent', data: { id: 'a' } }] });
  const decision: 'allow' | 'deny' | null = answer.decision;
  const control: string | undefined = answer.metadata?.control;
  expect([decision, control]).toEqual(['allow', 'AC-3']);
  const { facts } = await client.queryFacts({ session_id: 's', template: 'agent', filter: { id: 'a' } });
  expect(facts[0]?.id).toBe('a');
});

it('refuses others when a program is compiled', async () => {
  // @ts-expect-error no such template
  await client.evaluate({ ruleset: 'r', facts: [{ template: 'agnet', data: { id: 'a' } }] });
  // @ts-expect-error no such slot
  await client.assertFact({ session_id: 's', template: 'agent', data: { id: 'a', nmae: 'x' } });
  // @ts-expect-error the slot of another template
  await client.queryFacts({ session_id: 's', template: 'agent', filter: { n: 1 } });
  // @ts-expect-error a decision that no rule gives
  const isRouted = (await client.evaluate({ ruleset: 'r', facts: [] })).decision === 'route';
  expect(isRouted).toBe(false);
});
