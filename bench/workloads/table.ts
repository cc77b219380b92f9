import { aggregates } from './aggregates.ts';
import { chain } from './chain.ts';
import { classics } from './classics.ts';
import { gate } from './gate.ts';
import { joins } from './joins.ts';
import { lists } from './lists.ts';
import { manyFactsWorkload } from './many-facts.ts';
import { manyRulesWorkload } from './many-rules.ts';
import { relations } from './relations.ts';
import { shipped } from './shipped.ts';
import { tables } from './tables.ts';
import { temporal } from './temporal.ts';
import { triage } from './triage.ts';
import type { Workload } from './workload.ts';

/** Every workload in the order of the report. */
export const WORKLOADS: readonly Workload[] = [
  gate,
  triage,
  joins,
  chain,
  manyRulesWorkload,
  manyFactsWorkload,
  classics,
  temporal,
  shipped,
  tables,
  relations,
  aggregates,
  lists,
];
