import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import { readRulesetSources } from '../../server/library/sources.ts';
import { shippedRulesets } from '../rulesets/ruleset-cases.ts';

const OPTIONS = {
  loader: 'ts',
  minifyWhitespace: true,
  target: 'node20',
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
} as const;

/** The program without layout, comments, imports, and what the module system adds. */
async function program(text: string): Promise<string> {
  const { code } = await transform(text, OPTIONS);
  const start = code.indexOf('const ');
  return code
    .slice(start)
    .replace(/^const\{[^}]*\}=require\([^)]*\);/, '')
    .trim();
}

describe.each(shippedRulesets)('ruleset $name', ({ path }) => {
  it('is loaded as it is shown to readers', async () => {
    const { typescript, javascript } = await compileSources(await readRulesetSources(path), {
      typescript: true,
    });
    const shown = await transform(typescript.replace(/^import [^;]*;$/m, ''), { ...OPTIONS, format: 'cjs' });
    const loaded = await transform(javascript.replace(/^const \{[^}]*\} = require\([^)]*\);$/m, ''), OPTIONS);
    expect(await program(loaded.code)).toBe(await program(shown.code));
  });
});
