import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import type { PassedCompilation } from '../../../compiler/compile.ts';
import { compileOrThrow } from '../../../library/compile-or-throw.ts';
import { readRulesetSources } from '../../../library/node/sources.ts';
import { publishedRulesets, shippedRulesets } from '../../rulesets/ruleset-cases.ts';
import { compileDocument, manyMemories, rulesetWith } from './compile.ts';
import { full } from '../../full.ts';

const SAMPLES = join('test', 'judge', 'samples');

const OPTIONS = {
  minifyWhitespace: true,
  target: 'node20',
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
} as const;

/** `a, type B, c as d` as the names of a destructuring: without types, `c: d`. */
function destructured(imported: string): string {
  const names = imported.split(',').map((name) => name.trim());
  return names
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.replace(' as ', ': '))
    .join(', ');
}

/** The module for readers as the loader's is meant to be: types taken off, another module system. */
async function expected(typescript: string): Promise<string> {
  const text = typescript
    .replace(/^import \{([^}]*)\} from ("[^"]*");$/m, (_, names: string, module: string) => {
      return `const { ${destructured(names)} } = require(${module});`;
    })
    .replace(/^export (const ruleset\b[^]*)$/m, '$1\nexports.ruleset = ruleset;');
  return (await transform(text, { ...OPTIONS, loader: 'ts' })).code;
}

async function expectSameProgram(compilation: PassedCompilation): Promise<void> {
  const loaded = await transform(compilation.javascript(), { ...OPTIONS, loader: 'js' });
  expect(loaded.code).toBe(await expected(await compilation.typescript()));
}

const samples = (await readdir(SAMPLES)).map((name) => ({ name, path: join(SAMPLES, name, 'ruleset.yaml') }));

describe('the loaded module is the one that readers see', () => {
  it.each([...shippedRulesets.slice(full(0, -1)), ...publishedRulesets, ...samples])(
    'of $name',
    async ({ path }) => {
      await expectSameProgram(compileOrThrow(await readRulesetSources(path)));
    },
  );

  it('of a ruleset with text in every place', async () => {
    const text = 'some "text"';
    const everywhere = { description: text, literal: text, reason: text, notify: text, allowed: text };
    const metadata = { metadataKey: text, metadataValue: text };
    await expectSameProgram(compileDocument(rulesetWith({ ...everywhere, ...metadata, asserted: text })));
  });

  it('of a ruleset with more memories than one object has', async () => {
    const compilation = compileDocument(manyMemories(160));
    expect(compilation.javascript()).toContain('class Memories1 {');
    await expectSameProgram(compilation);
  });
});
