import type { Codec } from './codec.ts';
import { check } from './check.ts';
import { decide, evaluate, evaluateStream } from './evaluate.ts';
import { assertFact, assertFacts, query, retract } from './facts.ts';
import { compile, explain, reload, status } from './rules.ts';
import { enqueueRun, getRun, listRuns } from './runs.ts';

/** THE table of methods whose messages may be large, by name. */
export const CODECS: ReadonlyMap<string, Codec> = new Map(
  [
    evaluate,
    evaluateStream,
    decide,
    assertFact,
    assertFacts,
    query,
    retract,
    compile,
    explain,
    reload,
    status,
    enqueueRun,
    getRun,
    listRuns,
    check,
  ].map((codec) => [codec.name, codec]),
);
