import { describe, expect, it } from 'vitest';
import type { TemplateInfo } from '../../../runtime/description.ts';
import { slotInfo } from '../../../runtime/facts/define-template.ts';
import { ValidationError } from '../../../runtime/engine/errors.ts';
import { NumberText } from '../../../runtime/values/number-text.ts';
import {
  missingSlots,
  notAllowed,
  readFloat,
  readInteger,
  readString,
  readSymbol,
  unknownSlots,
  unknownTemplate,
} from '../../../runtime/facts/validation.ts';

/** A template with required slots. */
const agent = (...slots: readonly string[]): TemplateInfo => ({
  name: 'agent',
  description: '',
  scope: 'session',
  slots: slots.map((name) => slotInfo(name, 'STRING', { required: true })),
});

/** Message of the error that this returns or throws, with the value that it is about. */
function wholeMessage(refuse: () => unknown): string {
  let error: unknown;
  try {
    error = refuse();
  } catch (thrown) {
    error = thrown;
  }
  const refused = error as ValidationError;
  expect(refused.message).toBe(refused.masked);
  refused.reveal();
  return refused.message;
}

const number = (text: string) => new NumberText(text);

describe('values that a slot takes', () => {
  it.each([
    ['text as it is', 'a b', 'a b'],
    ['an integer', 3, '3'],
    ['a float', 1.5, '1.5'],
    ['a float with the digits as sent', number('1.50'), '1.50'],
    ['an integer of any length', 2n ** 70n, '1180591620717411303424'],
    ['a truth value', true, 'true'],
  ])('STRING: %s', (_, value, text) => {
    expect(readString('s', value)).toBe(text);
  });

  it.each([
    ['an integer', 3, 3],
    ['a float equal to one', 3.0, 3],
    ['minus zero, as zero', -0, 0],
    ['text of minus zero', number('-0'), 0],
    ['an exponent', number('1e2'), 100],
    ['more than 53 bits', 9007199254740993n, 9007199254740993n],
    ['a small bigint', 5n, 5],
    ['a float beyond 53 bits', 2 ** 60, 2n ** 60n],
    ['the largest', 2n ** 63n - 1n, 2n ** 63n - 1n],
    ['the smallest', -(2n ** 63n), -(2n ** 63n)],
  ])('INTEGER: %s', (_, value, read) => {
    expect(readInteger('n', value)).toBe(read);
  });

  it.each([
    ['a float', 1.5, 1.5],
    ['an integer', 3, 3],
    ['a bigint', 2n ** 64n, 2 ** 64],
    ['digits as sent', number('1.50'), 1.5],
    ['minus zero', number('-0.0'), -0],
  ])('FLOAT: %s', (_, value, read) => {
    expect(readFloat('x', value)).toBe(read);
  });

  it('SYMBOL: text', () => {
    expect(readSymbol('s', 'two words')).toBe('two words');
  });
});

describe('values that a slot refuses', () => {
  class Money {}
  const nested = (): unknown => Array.from({ length: 1000 }).reduce<unknown>((inner) => [inner], 1);

  it.each([
    ['string', 'null', () => readString('v', null)],
    ['string', 'object', () => readString('v', new Money())],
    ['string', 'function', () => readString('v', () => 1)],
    ['string', 'not a number', () => readString('v', NaN)],
    ['string', 'array', () => readString('v', [Infinity])],
    ['string', 'array', () => readString('v', nested())],
    ['symbol', 'integer', () => readSymbol('v', 3)],
    ['symbol', 'null', () => readSymbol('v', null)],
    ['integer', 'string', () => readInteger('v', '3')],
    ['integer', 'boolean', () => readInteger('v', true)],
    ['integer', 'float', () => readInteger('v', 1.5)],
    ['integer', 'float', () => readInteger('v', number('1.50'))],
    ['integer', 'null', () => readInteger('v', null)],
    ['float', 'boolean', () => readFloat('v', false)],
    ['float', 'string', () => readFloat('v', '1.5')],
    ['float', 'array', () => readFloat('v', [1])],
    ['float', 'not a number', () => readFloat('v', NaN)],
    ['float', 'an infinite number', () => readFloat('v', number('1e400'))],
  ])('expects %s, got %s', (expected, got, read) => {
    expect(read).toThrow(new ValidationError(`Slot 'v' expects ${expected}, got ${got}`, 'v'));
  });

  it.each([
    [2n ** 63n, '9223372036854775808'],
    [-(2n ** 63n) - 1n, '-9223372036854775809'],
    [1e20, '100000000000000000000'],
    [number('1'.repeat(50)), `${'1'.repeat(40)}…`],
  ])('INTEGER: %s is outside 64 bits', (value, shown) => {
    expect(wholeMessage(() => readInteger('n', value))).toBe(
      `Slot 'n' integer ${shown} does not fit in 64 bits`,
    );
  });
});

describe('messages', () => {
  it('name an unknown template', () => {
    expect(unknownTemplate('agnet').message).toBe("Unknown template 'agnet'");
  });

  it('list unknown slots sorted and suggest for the first', () => {
    const error = unknownSlots(agent('id', 'clearance'), { id: 'a', zeal: 1, clearence: 2 });
    expect(error.message).toBe(
      "Unknown slot(s) ['clearence', 'zeal'] in template 'agent'. Did you mean 'clearance'?",
    );
    expect(error.field).toBe('clearence');
  });

  it('suggest nothing when nothing is close', () => {
    expect(unknownSlots(agent('id'), { weight: 1 }).message).toBe(
      "Unknown slot(s) ['weight'] in template 'agent'",
    );
  });

  it('list missing slots sorted', () => {
    const error = missingSlots(agent('name', 'level', 'id'), { level: 1 });
    expect(error.message).toBe("Missing required slot(s) ['id', 'name'] in template 'agent'");
    expect(error.field).toBe('id');
  });

  it('show the value and what is allowed', () => {
    expect(wholeMessage(() => notAllowed('level', 'x', ['a', 'b']))).toBe(
      "Slot 'level' value 'x' not in allowed values ['a', 'b']",
    );
    expect(wholeMessage(() => notAllowed('size', 3, ['1', '2']))).toBe(
      "Slot 'size' value 3 not in allowed values ['1', '2']",
    );
  });

  it('stay on one short line whatever a request holds', () => {
    const message = wholeMessage(() => notAllowed('level', `it's\n${'x'.repeat(1000)}`, ['a']));
    expect(message).toContain("'it\\'s\\x0axxx");
    expect(message.length).toBeLessThan(300);
  });
});
