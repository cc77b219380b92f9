/** Heap of many sessions of one ruleset, and of many facts in one session. */
import { compileOrThrow } from '../../library/compile-or-throw.ts';
import { Engine } from '../../library/node/engine.ts';
import { loadRuleset } from '../../library/node/load-ruleset.ts';
import { gate } from '../workloads/gate.ts';
import { joinsSession } from '../workloads/joins.ts';
import { rulesetFile } from '../workloads/ruleset-file.ts';
import { triage } from '../workloads/triage.ts';
import type { Case } from '../workloads/workload.ts';
import { heapInUse } from './heap.ts';

export interface MemoryFigures {
  /** Bytes a session without facts, after one evaluation each. */
  readonly gateSession: number;
  readonly triageSession: number;
  /** Bytes a fact of W6's session, and of the same facts as plain objects. */
  readonly fact: number;
  readonly plainObject: number;
}

const SESSIONS = 500;
const FACTS = 100_000;

async function sessionBytes({ sources, requests }: Case): Promise<number> {
  const ruleset = loadRuleset(compileOrThrow(sources).javascript());
  const evaluate = (engine: Engine): void => {
    engine.evaluate({ scoped: true, facts: requests[0]! });
  };
  evaluate(new Engine(ruleset));
  const before = await heapInUse();
  const engines = Array.from({ length: SESSIONS }, () => new Engine(ruleset));
  engines.forEach(evaluate);
  const bytes = ((await heapInUse()) - before) / SESSIONS;
  evaluate(engines[0]!);
  return bytes;
}

async function factBytes(): Promise<Pick<MemoryFigures, 'fact' | 'plainObject'>> {
  const engine = await Engine.fromSources([rulesetFile('joins')]);
  joinsSession(FACTS);
  const empty = await heapInUse();
  const facts = joinsSession(FACTS);
  const plain = await heapInUse();
  engine.assertFacts(facts);
  const asserted = await heapInUse();
  if (engine.size !== facts.length) throw new Error('facts are missing');
  return { fact: (asserted - plain) / FACTS, plainObject: (plain - empty) / FACTS };
}

const figures: MemoryFigures = {
  gateSession: await sessionBytes((await gate.cases())[0]!),
  triageSession: await sessionBytes((await triage.cases())[0]!),
  ...(await factBytes()),
};
console.log(JSON.stringify(figures));
