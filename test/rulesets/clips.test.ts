import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileOrThrow } from '../../library/compile-or-throw.ts';
import { hostFunctions, hostStubs } from '../../compiler/emit/clips/host-stubs.ts';
import { loadRuleset } from '../../library/node/load-ruleset.ts';
import { readRulesetSources } from '../../library/node/sources.ts';
import { Engine } from '../../runtime/engine.ts';
import { findClips, inTemporaryFolder, runBatchFile } from '../../library/node/clips/clips-binary.ts';
import { factText } from '../../library/node/clips/fact-text.ts';
import { readIfThere } from '../../library/node/clips/read-if-there.ts';
import { isJudge } from '../../library/node/clips/judgeable.ts';
import type { Phase } from '../../library/node/clips/facts.ts';
import { runClips } from '../../library/node/clips/run-clips.ts';
import { hostTables, TABLES } from './host-tables.ts';
import { publishedRulesets, shippedRulesets } from './ruleset-cases.ts';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';

const clips = await findClips();
const LOADING_MS = 10_000;

/** Output of CLIPS while it loads constructs, empty if all is well; null if it did not finish. */
async function loadingMessages(path: string, constructs: string): Promise<string | null> {
  return inTemporaryFolder(async (folder) => {
    const file = (name: string) => join(folder, name);
    await writeFile(file('constructs.clp'), constructs);
    const commands = [
      '(unwatch all)',
      `(dribble-on "${file('messages')}")`,
      `(load* "${file('constructs.clp')}")`,
      '(dribble-off)',
      `(open "${file('done')}" done "w")`,
      '(close done)',
      '(exit)',
    ];
    await writeFile(file('batch.clp'), commands.join('\n') + '\n');
    await runBatchFile(path, file('batch.clp'), LOADING_MS);
    return (await readIfThere(file('done'))) === null ? null : readIfThere(file('messages'));
  });
}

if (!clips) {
  console.info('rulesets: no CLIPS found (FERRULE_CLIPS, else clips on the PATH); only ferrule evaluates them');
}

describe.each([...shippedRulesets, ...publishedRulesets])('the constructs of $name', async ({ path, cases }) => {
  const compilation = compileOrThrow(await readRulesetSources(path));
  const { ruleset } = compilation;
  const constructs = emitClips(compilation.ruleset);

  it('need nothing of the host but what the tables answer', () => {
    expect(hostFunctions(ruleset).filter((name) => !TABLES.includes(name))).toEqual([]);
  });

  if (!clips) return;

    it(`load into CLIPS ${clips.version} without a message`, async () => {
      expect(await loadingMessages(clips.path, hostStubs(ruleset) + constructs)).toBe('');
    });

    // 6.30 is wrong about some of what these rulesets use; it loads them all the same.
    if (!isJudge(clips.version, ruleset)) return;

    it(`decide every case in CLIPS ${clips.version} as ferrule does, in the same order of firings`, async () => {
      const programs = cases.map(({ facts }) => ({
        ruleset,
        constructs: hostTables(constructs, facts) + constructs,
        phases: [facts as Phase],
      }));
      const templates = new Map(ruleset.templates.map((template) => [template.name, template]));
      const compiled = loadRuleset(compilation.javascript());
      const answers = cases.map(({ facts }) => {
        const engine = new Engine(compiled);
        // Those of `from: host` among them, in the order of the case.
        engine.assertHostFacts(facts);
        const { decision, reason, metadata, ruleTrace, moduleTrace } = engine.evaluate();
        const left = engine.facts().flatMap(({ template, data }) => {
          const declared = templates.get(template);
          return declared ? [factText(declared, data)] : [];
        });
        const phase = { decision, reason, metadata: Object.entries(metadata), ruleTrace, moduleTrace, facts: left };
        return { kind: 'answered', phases: [phase] };
      });
      expect(await runClips(clips, programs)).toEqual(answers);
    });
  });
