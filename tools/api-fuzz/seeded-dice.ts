import { createDice, type Dice } from '../judge/dice.ts';

/** Dice of the numbered draw of a seed: the same whatever was drawn before. Mulberry32, public domain. */
export function seededDice(seed: number, index: number): Dice {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) | 0;
  return createDice({
    nextInt(min, max) {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      const unit = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
      return min + Math.floor(unit * (max - min + 1));
    },
  });
}
