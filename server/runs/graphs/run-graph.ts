import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import { ServiceError } from '../../../library/errors.ts';
import { fillFacts, fillInput } from './fill-facts.ts';
import type { GraphPlan, NodePlan } from '../../../library/graphs/graph.ts';
import {
  failed,
  NOT_STARTED,
  SKIPPED,
  succeeded,
  type Evaluated,
  type NodeOutcome,
  type RunError,
  type RunResult,
} from './outcome.ts';

interface GraphRun {
  readonly plan: GraphPlan;
  readonly params: Readonly<Record<string, unknown>>;
  /** Outcomes of nodes before an interruption: they are not evaluated again. */
  readonly recorded: ReadonlyMap<string, NodeOutcome>;
  /** Throws ServiceError for a node that fails; any other error, and `isTransient` ones, end the run unfinished. */
  readonly evaluate: (
    ruleset: string,
    facts: readonly FactInput[],
    node: string,
    /** The document; `null` for none. */
    input: unknown,
  ) => Promise<Evaluated>;
  /** Records an outcome permanently, and returns the one that counts: the first recorded one. */
  readonly record: (node: string, outcome: NodeOutcome) => Promise<NodeOutcome>;
}

export interface GraphOutcome {
  readonly result: RunResult;
  /** Error of the first failed node, in document order; null if the run succeeded. */
  readonly error: RunError | null;
}

/** Refusals that say nothing about the node: the run goes on later. */
const TRANSIENT: ReadonlySet<string> = new Set([
  'audit_unavailable',
  'overloaded',
  'shutting_down',
  'store_unavailable',
]);

function isTransient(error: unknown): boolean {
  return error instanceof ServiceError && TRANSIENT.has(error.code);
}

/** Evaluates the nodes of a graph, each as soon as those it waits for have ended. */
export async function runGraph(run: GraphRun): Promise<GraphOutcome> {
  const { plan, recorded } = run;
  const outcomes = new Map(recorded);
  const started = new Map<string, Promise<void>>();
  const nodes = new Map(plan.nodes.map((node) => [node.id, node]));
  // Plans have no cycles, so every node's promise rests on others made before it is awaited.
  const start = (node: NodePlan): Promise<void> => {
    let running = started.get(node.id);
    if (running === undefined) {
      running = endNode(node, Promise.all(node.after.map((id) => start(nodes.get(id)!))));
      started.set(node.id, running);
    }
    return running;
  };
  const endNode = async (node: NodePlan, before: Promise<unknown>): Promise<void> => {
    await before;
    if (outcomes.has(node.id)) return;
    const outcome = await outcomeOf(node, run, outcomes);
    outcomes.set(node.id, outcome === NOT_STARTED ? outcome : await run.record(node.id, outcome));
  };
  const ends = await Promise.allSettled(plan.nodes.map(start));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return conclude(plan, outcomes);
}

async function outcomeOf(
  node: NodePlan,
  { params, evaluate }: GraphRun,
  outcomes: ReadonlyMap<string, NodeOutcome>,
): Promise<NodeOutcome> {
  const before = node.after.map((id) => outcomes.get(id)?.status);
  if (before.some((status) => status === 'failed' || status === 'not_started')) return NOT_STARTED;
  const isMet = node.when.every(({ node: id, decisions }) =>
    decisions.includes(outcomes.get(id)?.decision ?? ''),
  );
  if (!isMet) return SKIPPED;
  try {
    const reach = { params, nodes: outcomes };
    const input = node.input === undefined ? null : fillInput(node.input, reach);
    return succeeded(await evaluate(node.ruleset, fillFacts(node.facts, reach), node.id, input));
  } catch (error) {
    if (!(error instanceof ServiceError) || isTransient(error)) throw error;
    return failed({ error: error.code, detail: error.message, field: error.field });
  }
}

function conclude(plan: GraphPlan, outcomes: ReadonlyMap<string, NodeOutcome>): GraphOutcome {
  const nodes: [string, NodeOutcome][] = plan.nodes.map(({ id }) => [id, outcomes.get(id) ?? NOT_STARTED]);
  const last = nodes.findLast(([, { status }]) => status === 'succeeded')?.[0];
  const output = outcomes.get(plan.output ?? last ?? '');
  const failure = nodes.find(([, { status }]) => status === 'failed');
  const error = failure?.[1].error ?? null;
  const { decision = null, reason = null } = output ?? {};
  return {
    result: { decision, reason, nodes: Object.fromEntries(nodes) },
    error: error && { ...error, detail: `node '${failure?.[0]}': ${error.detail}` },
  };
}
