/** A decision of the past, decided and explained at its time: the questions of the worker, without a browser. */
import { expect, test } from 'vitest';
import { loadModule } from '../../library/node/load-ruleset.ts';
import { explainDecision } from '../../studio/worker/explain.ts';
import { loadRulesets } from '../../studio/worker/loaded-rulesets.ts';
import { replay } from '../../studio/worker/replay.ts';
import { openRulesets } from '../../studio/worker/rulesets.ts';

const NOON = Date.parse('2026-01-01T12:00:00Z');
const POLICY = `input:
  until!: time
rules:
  still-open:
    allow: "open"
    if: now <= input.until
`;
const question = {
  kind: 'replay',
  ruleset: { name: 'past', files: [{ path: 'past.yaml', text: POLICY }] },
  request: '{"input": {"until": "2026-01-01T13:00:00Z"}}',
  old: null,
} as const;

test.each([
  ['before', NOON, 'allow', 'MAIN::still-open'],
  ['after', NOON + 7_200_000, 'deny', null],
])('%s the end', (_, clock, verdict, rule) => {
  const rulesets = loadRulesets(openRulesets(loadModule));
  const { decided, explained } = replay({ ...question, clock }, rulesets);
  expect([decided.decision?.verdict, explained?.rule]).toEqual([verdict, rule]);
});

test('the same text, at one time after the other', () => {
  const rulesets = loadRulesets(openRulesets(loadModule));
  const rules = [NOON, NOON + 7_200_000, NOON].map((clock) => {
    replay({ ...question, clock }, rulesets);
    return explainDecision({ ...question, clock }, rulesets).rule;
  });
  expect(rules).toEqual(['MAIN::still-open', null, 'MAIN::still-open']);
});
