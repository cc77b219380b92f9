import { expect, it } from 'vitest';
import { fuzzClaims } from '../../tools/claims-fuzz/fuzz.ts';
import { FULL } from '../full.ts';

/** A plain run has claims-hold.test.ts and enumerated-sound.test.ts, which compare with fewer requests. */
const COUNT = 60;

it.runIf(FULL)(
  'claims of diff and properties are so for what brute force evaluates',
  { timeout: 600_000 },
  () => {
    const told: string[] = [];
    const result = fuzzClaims({ count: COUNT, seed: 5, budgetMs: 5_000, tell: (text) => told.push(text) });
    expect(told.filter((text) => text.startsWith('false') || text.startsWith('no difference'))).toEqual([]);
    expect([result.falselyProved, result.falselyDiffering, result.wrong]).toEqual([0, 0, 0]);
    expect(result.differing).toBeGreaterThan(3);
    expect(result.found).toBe(result.differing);
  },
);
