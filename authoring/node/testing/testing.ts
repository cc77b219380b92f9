/** For tests of policies: `import { expect, factsOf, requestOf } from 'ferrule/testing'`. */
export { expect } from './expect.ts';
export type { DecisionExpectation, EngineExpectation, TestedRequest } from './expect.ts';
export { documentOf, factsOf, requestOf } from './arbitraries.ts';
export { analyze, diff } from './look.ts';
export type { Analysis, AnalyzeOptions, DiffOptions, RulesetDiff } from './look.ts';
export type { Place } from '../../../library/explain/explanation.ts';
