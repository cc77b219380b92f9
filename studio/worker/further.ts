/** The second script of a worker, which comes with the first question that is not a decision. */
import { listCases } from './cases.ts';
import { compareVersions } from './compare.ts';
import { measureCoverage } from './coverage.ts';
import { explainDecision } from './explain.ts';
import { findChanges } from './flips.ts';
import { drawMap } from './map.ts';
import { findMutants } from './mutants.ts';
import { tryProperties } from './properties.ts';
import { replay } from './replay.ts';
import { runTests } from './tests.ts';
import type { Answerer, FurtherKind } from './answerer.ts';

export { loadRulesets } from './loaded-rulesets.ts';

/** THE table of questions, without the decision. */
export const FURTHER: { readonly [Kind in FurtherKind]: Answerer<Kind> } = {
  explain: explainDecision,
  flips: findChanges,
  cases: listCases,
  test: runTests,
  properties: tryProperties,
  coverage: measureCoverage,
  mutants: findMutants,
  map: drawMap,
  replay,
  compare: compareVersions,
};
