/** Evaluations of a ruleset by a worker before it is used. */
import { expect, it, vi } from 'vitest';
import { Engine } from '../../runtime/engine.ts';
import type { EvaluateOptions } from '../../runtime/engine/engine-options.ts';
import type { RecentDecision } from '../../evidence/recent.ts';
import type { SentByCase } from '../../library/node/suites/requests-beside.ts';
import type { ReadyRuleset } from '../../server/evaluation/worker/ruleset-store.ts';
import { warmUp } from '../../server/evaluation/worker/warm-up.ts';
import { compiled } from '../runtime/engine/compiled.ts';

const RULES = `
templates:
  - { name: agent, slots: [{ name: id, type: string }] }
  - { name: known, from: host, slots: [{ name: id, type: string }] }
rules:
  - name: known
    when:
      - { template: agent, alias: $agent }
      - { template: known, conditions: [{ slot: id, expression: equals($agent.id) }] }
    then: { action: allow, reason: known }
`;

/** Calls that are remembered: every request comes in the first ones. */
const ENOUGH = 100;

const agent = (id: string) => ({ template: 'agent', data: { id } });
const known = (id: string) => ({ template: 'known', data: { id } });

async function askedOf(
  recorded: readonly RecentDecision[],
  cases: readonly SentByCase[],
): Promise<EvaluateOptions[]> {
  const ruleset = await compiled(RULES);
  const ready: ReadyRuleset = {
    hash: 'sha256:0',
    servedAs: 'rules',
    compiled: ruleset,
    engine: new Engine(ruleset),
    createEngine: () => new Engine(ruleset),
  };
  const asked: EvaluateOptions[] = [];
  const evaluate = vi.spyOn(Engine.prototype, 'evaluate').mockImplementation((options) => {
    if (asked.length < ENOUGH) asked.push(options ?? {});
    throw new Error('what fails here is answered when somebody asks it');
  });
  try {
    await warmUp([{ ruleset: ready, recorded, cases }], {}, 'hot');
  } finally {
    evaluate.mockRestore();
  }
  return asked;
}

const CASE: SentByCase = { facts: [agent('of a case'), known('of a case')], input: null };
const RECORDED = {
  record: JSON.stringify({ input: [agent('recorded')], host_input: [known('recorded')] }),
} as RecentDecision;

it('decides on the cases of its suites, what the host brings apart', async () => {
  expect(await askedOf([], [CASE])).toContainEqual({
    scoped: true,
    facts: [agent('of a case')],
    hostFacts: [known('of a case')],
    input: null,
    counts: false,
    include: [],
  });
});

it('decides on what was decided before rather than on cases', async () => {
  const asked = await askedOf([RECORDED], [CASE]);
  expect(asked).toContainEqual({
    scoped: true,
    facts: [agent('recorded')],
    hostFacts: [known('recorded')],
    input: null,
    counts: false,
    include: [],
  });
  expect(JSON.stringify(asked)).not.toContain('of a case');
});

it('decides on made-up facts when it has nothing else', async () => {
  const asked = await askedOf([], []);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked[0]).toMatchObject({ facts: [{ template: 'agent' }], hostFacts: [{ template: 'known' }] });
});
