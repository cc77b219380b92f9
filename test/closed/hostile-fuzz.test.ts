import { describe, expect, test } from 'vitest';
import { attack } from '../../tools/hostile-fuzz/attack.ts';
import { attackCompiler } from '../../tools/hostile-fuzz/attack-compiler.ts';
import { createDrawer } from '../../tools/hostile-fuzz/draw-input.ts';
import { EVERYTHING } from '../../tools/hostile-fuzz/everything.ts';
import { isInternalMessage } from '../../tools/hostile-fuzz/internal-message.ts';
import { full } from '../full.ts';

const LIMIT_MS = 10_000;

describe('the hostile fuzz', () => {
  test('starts from a ruleset that loads', () => {
    expect(attackCompiler(EVERYTHING)).toEqual({ outcome: 'loaded', code: null });
  });

  test('draws the same input for the same numbers', () => {
    const [draw, again] = [createDrawer({ seed: 7, token: 't' }), createDrawer({ seed: 7, token: 't' })];
    expect([draw(3), draw(4)]).toEqual([again(3), again(4)]);
    expect(draw(3)).not.toEqual(draw(4));
  });

  test('finds nothing in a few hundred inputs', async () => {
    const draw = createDrawer({ seed: 20_261, token: null });
    const outcomes = { loaded: 0, refused: 0 };
    for (let index = 0; index < full(300, 40); index++) {
      const input = draw(index);
      const outcome = await attack(input, null, LIMIT_MS).catch((error: unknown) => {
        throw new Error(`input ${index}:\n${input.text}`, { cause: error });
      });
      outcomes[outcome]++;
    }
    expect(outcomes.loaded).toBeGreaterThan(0);
    expect(outcomes.refused).toBeGreaterThan(0);
  });

  test.each([
    ["Cannot read properties of undefined (reading 'x')", true],
    ['Maximum call stack size exceeded', true],
    ['unknown key `undefined` in a rule', false],
    ["unknown slot 'NaN'", false],
    ['the file has 5 bytes', false],
  ])('%s: an accident of JavaScript, %s', (message, isInternal) => {
    expect(isInternalMessage(message)).toBe(isInternal);
  });
});
