/** Facts that a reload carries over pass the validation of the new templates, whatever types their slots had. */
import { describe, expect, it } from 'vitest';
import { Engine, ValidationError } from '../../../library/node/engine.ts';

const ruleset = (slot: string): string => `
templates: [{ name: t, slots: [{ name: id, type: string }, { name: s, ${slot} }] }]
rules: [{ name: r, when: [{ template: t, alias: $t }], then: { action: allow, reason: "{t.s}" } }]
`;

async function carried(from: string, value: unknown, to: string): Promise<unknown> {
  const engine = await Engine.fromSources([{ path: 'r.yaml', text: ruleset(from) }]);
  engine.assertFact('t', { id: 'a', s: value });
  const before = engine.hash;
  try {
    await engine.reloadRules({ yaml: ruleset(to) });
  } catch (error) {
    expect(error).toBeInstanceOf(ValidationError);
    expect(engine.hash).toBe(before);
    expect(engine.query('t')).toHaveLength(1);
    return (error as Error).message;
  }
  return engine.query('t')[0]?.['s'];
}

const LIST = 'type: symbol, list: true';
const TIME = '2026-01-31T12:00:00Z';

describe('a value that a reload carries over', () => {
  it.each<[from: string, value: unknown, to: string, expected: unknown]>([
    ['type: symbol', 'a', LIST, "Slot 's' expects array, got string"],
    [LIST, ['a'], 'type: symbol', "Slot 's' expects symbol, got array"],
    [LIST, [], 'type: symbol', "Slot 's' expects symbol, got array"],
    [LIST, ['a', 'b'], `${LIST}, max_items: 1`, "Slot 's' has 2 items, more than 1"],
    [LIST, ['a', 'b'], `${LIST}, allowed_values: [a]`, "Slot 's[1]' value 'b' not in allowed values ['a']"],
    [LIST, ['a', 'b'], 'type: string, list: true', ['a', 'b']],
    ['type: integer, list: true', [1, 2], 'type: float, list: true', [1, 2]],
    [
      'type: float, list: true',
      [1, 2.5],
      'type: integer, list: true',
      "Slot 's[1]' expects integer, got float",
    ],
    ['type: boolean', true, 'type: symbol', "Slot 's' expects symbol, got boolean"],
    ['type: boolean', true, 'type: string', 'true'],
    ['type: symbol', 'TRUE', 'type: boolean', "Slot 's' expects boolean, got string"],
    ['type: boolean', true, 'type: boolean', true],
    ['type: time', TIME, 'type: time', TIME],
    ['type: time', '2026-01-31T12:00:00.25+01:00', 'type: string', '2026-01-31T11:00:00.250Z'],
    ['type: string', TIME, 'type: time', TIME],
    ['type: string', 'soon', 'type: time', "Slot 's' expects time, got 'soon'"],
    ['type: integer', 0, 'type: time', '1970-01-01T00:00:00Z'],
    ['type: time', TIME, 'type: integer', "Slot 's' expects integer, got string"],
  ])('from %s %j to %s', async (from, value, to, expected) => {
    const found = await carried(from, value, to);
    if (typeof expected === 'string' && expected.startsWith('Slot')) expect(found).toContain(expected);
    else expect(found).toEqual(expected);
  });
});
