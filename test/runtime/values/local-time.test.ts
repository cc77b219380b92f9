/** Hours of the day and days of the week in time zones, where clocks are changed, too. */
import { describe, expect, it } from 'vitest';
import { Engine } from '../../../library/node/engine.ts';

/** 2026-03-29T01:00:00Z: in Berlin the hour in which clocks go from 2 to 3. */
const SUMMER = Date.UTC(2026, 2, 29, 1);

const at = (expression: string): string => `{ slot: at, expression: ${JSON.stringify(expression)} }`;

async function holds(condition: string, time: string, now = Date.UTC(2026, 5, 1)): Promise<boolean> {
  const text = `
templates: [{ name: grant, slots: [{ name: at, type: time, required: true }] }]
rules: [{ name: r, when: [{ template: grant, conditions: [${condition}] }], then: { action: allow } }]
`;
  const engine = await Engine.fromSources([{ path: 'r.yaml', text }], { now: () => now });
  const facts = [{ template: 'grant', data: { at: time } }];
  return engine.evaluate({ scoped: true, facts }).decision === 'allow';
}

describe('local time', () => {
  const nine = 'time_of_day_between("09:00", "17:30", "Europe/Berlin")';
  const night = 'time_of_day_between("22:00", "06:00", "Europe/Berlin")';
  it.each<[expression: string, granted: string, expected: boolean]>([
    [nine, '2026-01-15T08:00:00Z', true],
    [nine, '2026-01-15T07:59:59.999Z', false],
    [nine, '2026-01-15T16:29:59.999Z', true],
    [nine, '2026-01-15T16:30:00Z', false],
    [nine, '2026-07-15T07:00:00Z', true],
    [night, '2026-01-15T21:00:00Z', true],
    [night, '2026-01-15T04:59:00Z', true],
    [night, '2026-01-15T05:00:00Z', false],
    ['time_of_day_between(02:00, 03:00, Europe/Berlin)', '2026-03-29T00:59:59Z', false],
    ['time_of_day_between(02:00, 03:00, Europe/Berlin)', '2026-03-29T01:00:00Z', false],
    ['time_of_day_between(00:00, 00:01, UTC)', '1969-12-31T00:00:30Z', true],
    // The hour from 2 to 3 comes twice when summer time ends.
    ['time_of_day_between(02:00, 03:00, Europe/Berlin)', '2026-10-24T23:59:59Z', false],
    ['time_of_day_between(02:00, 03:00, Europe/Berlin)', '2026-10-25T00:00:00Z', true],
    ['time_of_day_between(02:00, 03:00, Europe/Berlin)', '2026-10-25T01:59:59.999Z', true],
    ['time_of_day_between(02:00, 03:00, Europe/Berlin)', '2026-10-25T02:00:00Z', false],
    [night, '2026-10-25T04:59:59Z', true],
    [night, '2026-10-25T05:00:00Z', false],
    ['time_of_day_between(01:30, 02:00, Australia/Lord_Howe)', '2026-04-04T14:45:00Z', true],
    ['time_of_day_between(01:30, 02:00, Australia/Lord_Howe)', '2026-04-04T15:15:00Z', true],
    ['time_of_day_between(01:30, 02:00, Australia/Lord_Howe)', '2026-04-04T15:30:00Z', false],
    ['time_of_day_between(05:45, 05:46, Asia/Kathmandu)', '2026-01-01T00:00:00Z', true],
    ['weekday_in([sun], Europe/Berlin)', '2026-03-28T22:59:59Z', false],
    ['weekday_in([sun], Europe/Berlin)', '2026-03-28T23:00:00Z', true],
    ['weekday_in([sun], Europe/Berlin)', '2026-03-29T21:59:59Z', true],
    ['weekday_in([sun], Europe/Berlin)', '2026-03-29T22:00:00Z', false],
    ['weekday_in([sun], Europe/Berlin)', '2026-10-24T22:00:00Z', true],
    ['weekday_in([sun], Europe/Berlin)', '2026-10-25T22:59:59Z', true],
    ['weekday_in([sun], Europe/Berlin)', '2026-10-25T23:00:00Z', false],
    // Samoa left out a Friday.
    ['weekday_in([thu], Pacific/Apia)', '2011-12-30T09:59:59Z', true],
    ['weekday_in([sat], Pacific/Apia)', '2011-12-30T10:00:00Z', true],
    ['weekday_in([fri], Pacific/Apia)', '2011-12-30T10:00:00Z', false],
    ['weekday_in([fri], UTC)', '9999-12-31T23:59:59Z', true],
    ['weekday_in([fri], Europe/Berlin)', '2026-01-15T23:30:00Z', true],
    ['weekday_in([thu], Europe/Berlin)', '2026-01-15T23:30:00Z', false],
    ['weekday_in([wed], UTC)', '1969-12-31T23:59:59Z', true],
    ['weekday_in([mon], UTC)', '0001-01-01T00:00:00Z', true],
  ])('%s of %s: %j', async (expression, granted, expected) => {
    expect(await holds(at(expression), granted)).toBe(expected);
  });

  it('of an empty range never holds, in an expression', async () => {
    const asked = `{ slot: at, bind: "?at" }, { test: '(service-time-of-day-between? "09:00 09:00 UTC" ?at)' }`;
    expect(await holds(asked, '2026-01-01T09:00:00Z')).toBe(false);
    expect(await holds(asked, '2026-01-01T12:00:00Z')).toBe(false);
  });

  it('of the clock, in the skipped hour', async () => {
    const condition = '{ now: "time_of_day_between(03:00, 03:01, Europe/Berlin)" }';
    expect(await holds(condition, '1970-01-01T00:00:00Z', SUMMER)).toBe(true);
  });
});
