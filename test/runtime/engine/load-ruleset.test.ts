import { describe, expect, it } from 'vitest';
import { ABI_VERSION } from '../../../runtime/abi.ts';
import { loadRuleset } from '../../../library/node/load-ruleset.ts';

describe('loadRuleset', () => {
  it('gives a module the runtime', () => {
    const text = `const { ABI_VERSION } = require('ferrule/runtime'); exports.ruleset = { abi: ABI_VERSION, name: 'a' };`;
    expect(loadRuleset(text)).toEqual({ abi: ABI_VERSION, name: 'a' });
  });

  it.each([
    ['requires anything else', `require('node:fs')`, "cannot require 'node:fs'"],
    ['is not JavaScript', `exports.ruleset = {`, 'does not load: SyntaxError'],
    ['throws', `null.x`, 'does not load: TypeError'],
    ['exports no ruleset', `exports.other = 1`, 'is not a compiled ruleset'],
    ['is of another ABI', `exports.ruleset = { abi: 0 }`, `ABI 0, not ${ABI_VERSION}`],
  ])('refuses a module that %s', (_, text, problem) => {
    expect(() => loadRuleset(text)).toThrow(problem);
  });
});
