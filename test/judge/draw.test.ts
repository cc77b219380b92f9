import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createReport } from '../../compiler/diagnostics/report.ts';
import { readSources } from '../../compiler/read/read-sources.ts';
import { programs } from '../../tools/judge/draw.ts';
import { FEATURES, judgedFeatures } from '../../tools/judge/features.ts';
import { programYaml } from '../../tools/judge/program.ts';
import { smaller } from '../../tools/judge/shrink.ts';
import { full } from '../full.ts';

const SEED = { seed: 7, numRuns: full(100, 30) };

it('draws the same programs from the same seed', () => {
  const texts = () => fc.sample(programs(FEATURES), SEED).map(programYaml);
  expect(texts()).toEqual(texts());
});

it('draws YAML that reads without an error', () => {
  fc.assert(
    fc.property(programs(FEATURES), (program) => {
      const report = createReport();
      readSources([{ path: 'drawn.yaml', text: programYaml(program) }], report);
      expect(report.sorted()).toEqual([]);
    }),
    SEED,
  );
});

it('makes programs smaller, and ends', () => {
  for (let [program] = fc.sample(programs(FEATURES), { seed: 1, numRuns: 1 }); program;) {
    const [next] = smaller(program);
    if (next)
      expect(JSON.stringify(programYaml(next)).length + next.phases.flat().length).toBeLessThan(
        JSON.stringify(programYaml(program)).length + program.phases.flat().length,
      );
    program = next;
  }
});

it('leaves groups and modify to CLIPS 6.4', () => {
  expect(judgedFeatures(['groups', 'modify', 'retract'], '6.30')).toEqual(['retract']);
  expect(judgedFeatures(['groups', 'modify', 'retract'], '6.4.1')).toEqual(['groups', 'modify', 'retract']);
});
