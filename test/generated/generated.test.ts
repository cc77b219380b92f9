import { expect, it } from 'vitest';
import { staleFiles } from '../../tools/generate/generated-files.ts';

it('generated/ is what the compiler makes of the shipped rulesets', async () => {
  expect(await staleFiles()).toEqual([]);
});
