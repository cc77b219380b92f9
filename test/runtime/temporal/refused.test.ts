import { describe, expect, it } from 'vitest';
import { check } from '../../compiler/check/check.ts';
import { conditionRule, TEMPLATES } from './ruleset.ts';

const codes = (text: string): readonly string[] => check(text).found.map((line) => line.replace(/^\S+ /, ''));
const refused = (expression: string, slot?: string) => codes(TEMPLATES + conditionRule(expression, slot));
const step = (text: string) => `sequence_detected([{${text}}], 60)`;

describe('what temporal operators refuse', () => {
  it.each<[expression: string, ...found: string[]]>([
    ['count_exceeds(login, user, ann)', 'argument-count'],
    ['rate_exceeds(login, user, ann, 1)', 'argument-count'],
    ['rate_exceeds(login, user, ann, 1, 60, ts, x)', 'argument-count'],
    ['count_exceeds(logn, user, ann, 1)', 'unknown-template (login)'],
    ['count_exceeds(login, usr, ann, 1)', 'unknown-slot (user)'],
    ['distinct_count(login, user, hst, 1)', 'unknown-slot (host)'],
    ['count_exceeds([login], user, ann, 1)', 'argument-kind'],
    ['count_exceeds(login, $r.user, ann, 1)', 'argument-kind'],
    ['count_exceeds(login, user, [ann], 1)', 'argument-kind'],
    ['count_exceeds(login, user, two words, 1)', 'wrong-literal'],
    ['count_exceeds(login, ts, ann, 1)', 'wrong-literal'],
    ['count_exceeds(login, user, $r.ts, 1)', 'types-never-meet'],
    ['count_exceeds(login, user, $s.user, 1)', 'unknown-alias'],
    ['count_exceeds(login, user, ?u, 1)', 'unbound-name'],
    ['count_exceeds(login, user, ann, -1)', 'negative-count'],
    ['count_exceeds(login, user, ann, 1.5)', 'wrong-literal'],
    ['last_n(login, user, ann, many)', 'wrong-literal'],
    ['last_n(login, user, ann, $r.user)', 'argument-kind'],
    ['last_n(login, user, ann, "3")', 'argument-kind'],
    ['last_n(login, user, ann, $s.ts)', 'unknown-alias'],
    ['rate_exceeds(login, user, ann, 1, $r.user)', 'argument-kind'],
    ['rate_exceeds(login, user, ann, 1, ?s)', 'unbound-name'],
    ['count_exceeds(login, [user, host], ann, 1)', 'argument-kind'],
    ['count_exceeds(login, [user, host], [ann, x, y], 1)', 'argument-kind'],
    ['count_exceeds(login, [user, hst], [ann, x], 1)', 'unknown-slot (host)'],
    ['count_exceeds(login, [], [], 1)', 'empty-list'],
    ['rate_exceeds(login, user, ann, 1, 0)', 'window-not-positive'],
    ['rate_exceeds(login, user, ann, 1, -60)', 'window-not-positive'],
    ['rate_exceeds(login, user, ann, 1, soon)', 'wrong-literal'],
    ['rate_exceeds(login, user, ann, 1, "60")', 'argument-kind'],
    ['rate_exceeds(login, user, ann, 1, 60, host)', 'timestamp-type'],
    ['rate_exceeds(note, text, x, 1, 60)', 'timestamp-missing'],
    ['sequence_detected(login, 60)', 'argument-kind'],
    ['sequence_detected([login], 60)', 'argument-kind'],
    ['sequence_detected([], 60)', 'empty-list'],
    [step('template: login, slot: user'), 'missing-key'],
    [step('template: login, slot: user, value: a, vlue: b'), 'unknown-key (value)'],
    [step('template: login, slot: user, value: a, value: b'), 'duplicate-key'],
    [step('template: note, slot: text, value: a'), 'timestamp-missing'],
    [step('template: login, slot: user, value: a, slot_ts: host'), 'timestamp-type'],
    // Every wrong argument is reported.
    ['rate_exceeds(login, usr, ann, -1, 0)', 'unknown-slot (user)', 'negative-count', 'window-not-positive'],
  ])('%s', (expression, ...found) => {
    expect(refused(expression)).toEqual(found);
  });

  it('changed_within without seconds, with too few, and on a slot that holds no time', () => {
    expect(refused('changed_within()', 'ts')).toEqual(['argument-count']);
    expect(refused('changed_within(0)', 'ts')).toEqual(['window-not-positive']);
    expect(refused('changed_within(60)', 'user')).toEqual(['operator-slot-type']);
  });

  it('a value that the counted slot does not allow', () => {
    const text = `templates:
  - { name: t, slots: [{ name: s, type: symbol, allowed_values: [red, green] }] }
rules:
  - name: r
    when: [{ template: t, conditions: [{ slot: s, expression: "count_exceeds(t, s, grean, 1)" }] }]
    then: { action: deny }
`;
    expect(codes(text)).toEqual(['value-not-allowed (green)']);
  });

  it('more steps than the constructs nest', () => {
    const steps = Array.from({ length: 33 }, () => '{template: login, slot: user, value: a}').join(', ');
    expect(refused(`sequence_detected([${steps}], 60)`)).toEqual(['too-many-steps']);
  });

  it.each(['retract: [$l]', 'modify: [{ fact: $l, slots: { host: x } }]'])(
    'a rule that changes what another counts: %s',
    (effect) => {
      const other = `  - name: s
    when: [{ template: login, alias: $l }]
    then: { action: deny, ${effect} }
`;
      const counting = conditionRule('count_exceeds(login, user, ann, 1)');
      expect(codes(TEMPLATES + counting + other)).toEqual(['counted-fact-changed']);
      expect(codes(TEMPLATES + conditionRule('changed_within(60)', 'ts') + other)).toEqual([]);
    },
  );

  it('an operator that is nearly one', () => {
    expect(refused('count_exeeds(login, user, ann, 1)')).toEqual(['unknown-operator (count_exceeds)']);
  });

  it('fact-index in a test: it belongs to the constructs', () => {
    const text = `${TEMPLATES}rules:
  - name: r
    when: [{ template: request, conditions: [{ slot: user, bind: "?u" }, { test: "(> (fact-index ?u) 0)" }] }]
    then: { action: deny }
`;
    expect(codes(text)).toEqual(['clips-refused-function']);
  });
});
