import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../../runtime/engine/errors.ts';
import { Engine } from '../../../library/node/engine.ts';
import { check } from '../../compiler/check/check.ts';

const TEMPLATES = `templates:
  - name: grant
    slots:
      - { name: who, type: string, default: ana }
      - { name: at, type: time, required: true }
      - { name: days, type: time, list: true }
      - { name: count, type: integer }
  - name: request
    slots:
      - { name: who, type: string, default: ana }
      - { name: at, type: time, required: true }
      - { name: text, type: string }
`;

function rules(condition: string): string {
  return `${TEMPLATES}rules:
  - name: r
    when:
      - { template: request, alias: $q }
      - { template: grant, alias: $g, conditions: [${condition}] }
    then: { action: allow, reason: "{g.at}, {g.days}" }
`;
}

const at = (expression: string): string => `{ slot: at, expression: ${JSON.stringify(expression)} }`;
const onClock = (expression: string): string => `{ now: ${JSON.stringify(expression)} }`;

async function engineOf(condition: string, now: string | number): Promise<Engine> {
  const clock = typeof now === 'string' ? Date.parse(now) : now;
  return Engine.fromSources([{ path: 'ruleset.yaml', text: rules(condition) }], { now: () => clock });
}

async function holds(condition: string, granted: string, now: string, asked = granted): Promise<boolean> {
  const engine = await engineOf(condition, now);
  const facts = [
    { template: 'request', data: { at: asked } },
    { template: 'grant', data: { at: granted } },
  ];
  return engine.evaluate({ scoped: true, facts }).decision === 'allow';
}

describe('times come in and go out', () => {
  const reasonFor = async (value: unknown): Promise<string | null> => {
    const engine = await engineOf(at('after(0001-01-01T00:00:00Z)'), 0);
    const facts = [
      { template: 'request', data: { at: 0 } },
      { template: 'grant', data: { at: value, days: [value, '2026-01-31T12:00:00Z'] } },
    ];
    return engine.evaluate({ scoped: true, facts }).reason;
  };

  it.each<[unknown, string]>([
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00Z'],
    ['2026-01-31t12:00:00.1239+02:00', '2026-01-31T10:00:00.123Z'],
    [1769860800, '2026-01-31T12:00:00Z'],
    [1769860800.25, '2026-01-31T12:00:00.250Z'],
    [-1, '1969-12-31T23:59:59Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z'],
  ])('%j is %s', async (value, text) => {
    expect(await reasonFor(value)).toBe(`${text}, ${text}, 2026-01-31T12:00:00Z`);
  });

  it.each<[unknown, string]>([
    [1769860800000, '1769860800000: RFC 3339 text or seconds, in the years 1 to 9999'],
    ['2026-02-29T00:00:00Z', "'2026-02-29T00:00:00Z': RFC 3339 text or seconds, in the years 1 to 9999"],
    ['2026-01-31 12:00', "'2026-01-31 12:00': RFC 3339 text or seconds, in the years 1 to 9999"],
    ['0000-12-31T23:59:59Z', "'0000-12-31T23:59:59Z': RFC 3339 text or seconds, in the years 1 to 9999"],
    [true, 'boolean'],
    [['2026-01-31T12:00:00Z'], 'array'],
    ['', "'': RFC 3339 text or seconds, in the years 1 to 9999"],
    ['1769860800', "'1769860800': RFC 3339 text or seconds, in the years 1 to 9999"],
    ['2026-01-31', "'2026-01-31': RFC 3339 text or seconds, in the years 1 to 9999"],
    ['2026-01-31T12:00:00', "'2026-01-31T12:00:00': RFC 3339 text or seconds, in the years 1 to 9999"],
    ['2026-01-31T24:00:00Z', "'2026-01-31T24:00:00Z': RFC 3339 text or seconds, in the years 1 to 9999"],
    ['10000-01-01T00:00:00Z', "'10000-01-01T00:00:00Z': RFC 3339 text or seconds, in the years 1 to 9999"],
    [null, 'null'],
  ])('%j is refused', async (value, shown) => {
    const engine = await engineOf(at('before(now)'), 0);
    const assert = () => engine.assertFact('grant', { at: value });
    expect(assert).toThrow(ValidationError);
    expect(assert).toThrow(`Slot 'at' expects time, got ${shown}`);
  });

  it('a filter takes a time in any of its forms', async () => {
    const engine = await engineOf(at('before(now)'), 0);
    engine.assertFact('grant', { at: '2026-01-31T12:00:00Z' });
    expect(engine.query('grant', { at: 1769860800 })).toHaveLength(1);
    expect(engine.query('grant', { at: '2026-01-31T13:00:00+01:00' })).toHaveLength(1);
    expect(engine.query('grant', { at: '2026-01-31T12:00:00.001Z' })).toHaveLength(0);
    expect(engine.query('grant')[0]?.['at']).toBe('2026-01-31T12:00:00Z');
  });

  it('a filter of a list is a whole list, with items in any of their forms', async () => {
    const engine = await engineOf(at('before(now)'), 0);
    engine.assertFact('grant', { at: 0, days: [0, '2026-01-31T12:00:00Z'] });
    expect(engine.count('grant', { days: ['1970-01-01T01:00:00+01:00', 1769860800] })).toBe(1);
    expect(engine.count('grant', { days: [0] })).toBe(0);
    expect(engine.count('grant', { days: 0 })).toBe(0);
    expect(engine.count('grant', { days: ['soon', 0] })).toBe(0);
    expect(engine.retract('grant', { at: 'soon' })).toBe(0);
    expect(engine.retract('grant', { at: '1970-01-01T00:00:00.000Z' })).toBe(1);
  });

  it('an expression works on milliseconds, and its value is a time again', async () => {
    const text = `${TEMPLATES}rules:
  - name: copy
    when: [{ template: request, conditions: [{ slot: at, bind: "?at" }, { test: "(> ?at 0)" }] }]
    then:
      action: allow
      assert: [{ template: grant, slots: { at: "(+ ?at 1500)", days: "(create$ ?at 0)", count: "(div ?at 1000)" } }]
`;
    const engine = await Engine.fromSources([{ path: 'ruleset.yaml', text }]);
    engine.assertFact('request', { at: 10 });
    engine.evaluate();
    expect(engine.query('grant')[0]).toMatchObject({
      at: '1970-01-01T00:00:11.500Z',
      days: ['1970-01-01T00:00:10Z', '1970-01-01T00:00:00Z'],
      count: 10,
    });
    engine.assertFact('request', { at: '9999-12-31T23:59:59Z' });
    expect(() => engine.evaluate()).toThrow("'at'");
  });
});

describe('times are compared', () => {
  it.each<[condition: string, granted: string, expected: boolean, asked?: string]>([
    [at('before(2026-01-01T00:00:00Z)'), '2025-12-31T23:59:59.999Z', true],
    [at('before("2026-01-01T00:00:00Z")'), '2026-01-01T00:00:00Z', false],
    [at('after(1767225600)'), '2026-01-01T00:00:00Z', false],
    [at('after(2026-01-01T00:00:00+01:00)'), '2026-01-01T00:00:00Z', true],
    [at('before($q.at)'), '2026-01-01T00:00:00Z', true, '2026-01-01T00:00:00.001Z'],
    [at('after($q.at)'), '2026-01-01T00:00:00Z', false, '2026-01-01T00:00:00Z'],
    [at('equals($q.at)'), '2026-01-01T01:00:00+01:00', true, '2026-01-01T00:00:00Z'],
    [at('in([2026-01-01T00:00:00Z, 2026-01-02T00:00:00Z])'), '2026-01-02T00:00:00Z', true],
    [at('not_equals(2026-01-01T00:00:00Z)'), '2026-01-01T00:00:00Z', false],
  ])('%s of %s: %j', async (condition, granted, expected, asked) => {
    expect(await holds(condition, granted, '2026-06-01T00:00:00Z', asked)).toBe(expected);
  });

  it.each<[condition: string, granted: string, expected: boolean]>([
    [at('before(now)'), '2026-05-31T23:59:59.999Z', true],
    [at('before(now)'), '2026-06-01T00:00:00Z', false],
    [at('after(now)'), '2026-06-01T00:00:00.001Z', true],
    [at('after(now)'), '2026-06-01T00:00:00Z', false],
    [at('within_last(15m)'), '2026-06-01T00:00:00Z', true],
    [at('within_last(15m)'), '2026-05-31T23:45:00.001Z', true],
    [at('within_last(15m)'), '2026-05-31T23:45:00Z', false],
    [at('within_last(15m)'), '2026-06-01T00:00:00.001Z', false],
    [at('older_than(36h)'), '2026-05-30T12:00:00Z', true],
    [at('older_than(36h)'), '2026-05-30T12:00:00.001Z', false],
    [at('older_than(90s)'), '2026-06-01T00:00:01Z', false],
    [at('older_than(7d)'), '2026-05-25T00:00:00Z', true],
    [at('older_than(7d)'), '2026-05-25T00:00:00.001Z', false],
    [at('within_last("15m")'), '2026-05-31T23:45:00.001Z', true],
    [at('changed_within(60)'), '2026-05-31T23:59:00.001Z', true],
    [at('changed_within(60)'), '2026-05-31T23:59:00Z', false],
    [at('changed_within(1m)'), '2026-06-01T00:00:01Z', true],
    [onClock('after(2026-05-31T23:59:59Z)'), '2026-01-01T00:00:00Z', true],
    [onClock('before($g.at)'), '2026-06-01T00:00:01Z', true],
    [onClock('before($g.at)'), '2026-06-01T00:00:00Z', false],
    [onClock('weekday_in([sun, mon], UTC)'), '2026-01-01T00:00:00Z', true],
    [onClock('weekday_in([sun], "America/New_York")'), '2026-01-01T00:00:00Z', true],
    [onClock('weekday_in([sun], "Asia/Tokyo")'), '2026-01-01T00:00:00Z', false],
    [onClock('time_of_day_between("09:00", "09:01", "Asia/Tokyo")'), '2026-01-01T00:00:00Z', true],
  ])('%s of %s: %j', async (condition, granted, expected) => {
    expect(await holds(condition, granted, '2026-06-01T00:00:00Z')).toBe(expected);
  });

  it('conditions on the clock are judged again in each evaluation', async () => {
    let clock = 0;
    const text = rules(at('before(now)'));
    const engine = await Engine.fromSources([{ path: 'ruleset.yaml', text }], { now: () => clock });
    engine.assertFact('request', { at: 0 });
    engine.assertFact('grant', { at: 60 });
    expect(engine.evaluate().decision).toBe('deny');
    clock = 61_000;
    expect(engine.evaluate().decision).toBe('allow');
  });
});

describe('times of the operators that count', () => {
  const counting = (expression: string): string => `${TEMPLATES}rules:
  - name: r
    when: [{ template: request, alias: $q, conditions: [{ slot: who, expression: ${JSON.stringify(expression)} }] }]
    then: { action: allow }
`;
  it.each<[expression: string, expected: string]>([
    ['rate_exceeds(grant, who, ana, 1, 15m, at)', 'allow'],
    ['rate_exceeds(grant, who, ana, 1, 60, at)', 'deny'],
    ['rate_exceeds(grant, who, ana, 0, 60.5, at)', 'allow'],
    [
      'sequence_detected([{template: grant, slot: count, value: 2, slot_ts: at}, {template: grant, slot: count, value: 1, slot_ts: at}], 15m)',
      'allow',
    ],
    [
      'sequence_detected([{template: grant, slot: count, value: 1, slot_ts: at}, {template: grant, slot: count, value: 2, slot_ts: at}], 15m)',
      'deny',
    ],
  ])('%s: %s', async (expression, expected) => {
    const now = () => Date.UTC(2026, 0, 1, 12);
    const engine = await Engine.fromSources([{ path: 'r.yaml', text: counting(expression) }], { now });
    const facts = [
      { template: 'request', data: { at: 0 } },
      { template: 'grant', data: { at: '2026-01-01T11:59:00Z', count: 1 } },
      { template: 'grant', data: { at: '2026-01-01T11:50:00Z', count: 2 } },
    ];
    expect(engine.evaluate({ scoped: true, facts }).decision).toBe(expected);
  });
});

describe('refused', () => {
  const codes = (condition: string): readonly string[] =>
    check(rules(condition)).found.map((line) => line.replace(/^\S+ /, ''));
  it.each<[condition: string, ...found: string[]]>([
    [at('before(soon)'), 'wrong-literal'],
    [at('before(2026-02-29T00:00:00Z)'), 'wrong-literal'],
    [at('before(1769860800000)'), 'wrong-literal'],
    [at('before($g.count)'), 'types-never-meet'],
    [at('before([now])'), 'argument-kind'],
    [at('before(now, now)'), 'argument-count'],
    [at('greater_than(3)'), 'operator-slot-type'],
    [at('within_last(15)'), 'argument-kind'],
    [at('within_last(0s)'), 'window-not-positive'],
    [at('within_last(99999999d)'), 'argument-kind'],
    [at('within_last(-15m)'), 'argument-kind'],
    [at('within_last(1.5h)'), 'argument-kind'],
    [at('within_last(2w)'), 'argument-kind (14d)'],
    [at('within_last("15 m")'), 'argument-kind'],
    [at('within_last(15M)'), 'argument-kind'],
    [at('older_than(now)'), 'argument-kind'],
    [at('equals(now)'), 'wrong-literal'],
    [at('within_last($q.at)'), 'argument-kind'],
    [at('older_than()'), 'argument-count'],
    [at('time_of_day_between(9:00, 17:30, UTC)'), 'argument-kind'],
    [at('time_of_day_between(09:00, 24:00, UTC)'), 'argument-kind'],
    [at('time_of_day_between(09:00, 17:30, Berlin)'), 'argument-kind'],
    [at('time_of_day_between(09:00, 17:30, "+02:00")'), 'argument-kind'],
    [at('time_of_day_between(09:00, 17:30)'), 'argument-count'],
    [at('time_of_day_between(09:00, 09:00, UTC)'), 'never-holds'],
    [onClock('time_of_day_between("00:00", 00:00, UTC)'), 'never-holds'],
    [at('weekday_in([mno], UTC)'), 'bad-argument (mon)'],
    [at('weekday_in([], UTC)'), 'never-holds'],
    [at('weekday_in(mon, UTC)'), 'argument-kind'],
    [`${at('before(2026-01-01T00:00:00Z)')}, ${at('after(2026-01-02T00:00:00Z)')}`, 'never-holds'],
    [onClock('within_last(15m)'), 'operator-on-now'],
    [onClock('befor(2026-01-01T00:00:00Z)'), 'operator-on-now (before)'],
    [onClock('weekday_in([mno], UTC)'), 'bad-argument (mon)'],
    [onClock('before($g.count)'), 'types-never-meet'],
    ['{ slot: count, expression: "before(now)" }', 'operator-slot-type'],
    ['{ slot: days, expression: "before(now)" }', 'operator-on-list'],
    ['{ slot: days, expression: "weekday_in([mon], UTC)" }', 'operator-on-list'],
    [
      at(
        'sequence_detected([{template: grant, slot: who, value: a, slot_ts: at}, {template: grant, slot: who, value: a, slot_ts: count}], 60)',
      ),
      'timestamps-mixed',
    ],
  ])('%s', (condition, ...found) => {
    expect(codes(condition)).toEqual(found);
  });
});
