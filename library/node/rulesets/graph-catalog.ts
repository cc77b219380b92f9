import { ServiceError } from '../../errors.ts';
import { parseJson } from '../../json.ts';
import { FairSupply } from '../../queues/fair-supply.ts';
import type { OtherFiles } from './read-stable.ts';
import { fingerprint, stampsOf } from './fingerprint.ts';
import { locate, locateYaml } from './locate.ts';
import { GRAPH_ID, GRAPHS_FOLDER, type GraphPlan } from '../../graphs/graph.ts';

/** A graph as the compiler's worker returns it. */
export interface ProvidedGraph {
  /** Rulesets that the graph names. */
  readonly rulesets: readonly string[];
  /** Stamps of the graph's file and of every ruleset, at the time of reading. */
  readonly fingerprint: string;
  /** Imports of the rulesets, and files that they name. */
  readonly others: readonly OtherFiles[];
  /** The plan as JSON text, or the first error. */
  readonly outcome: { readonly plan: string } | { readonly problem: string };
}

interface Entry extends ProvidedGraph {
  readonly plan: GraphPlan | null;
}

const MOST_KEPT = 256;

/** The graphs under the root, each checked again when its file or one of its rulesets has changed. */
export class GraphCatalog {
  readonly #root: string | null;
  readonly #supply: FairSupply<Entry>;
  readonly #entries = new Map<string, Entry>();

  constructor(root: string | null, provide: (graphId: string) => Promise<ProvidedGraph>) {
    this.#root = root;
    this.#supply = new FairSupply(async (graphId) => this.#keep(graphId, await provide(graphId)));
  }

  /**
   * The plan of a graph as it is now.
   * @param actor whose turn it is, should the graph have to be checked
   * @throws ServiceError `graph_not_found`, `invalid_graph` or `overloaded`
   */
  async planOf(graphId: string, actor: string): Promise<GraphPlan> {
    const root = this.#root;
    if (root === null) {
      throw new ServiceError('ruleset_root_not_configured', 'the service has no root folder for rulesets');
    }
    const path = findGraph(root, graphId);
    let entry = this.#entries.get(graphId);
    if (entry === undefined || hasChanged(entry, root, path)) {
      entry = await this.#supply.bring(graphId, actor);
    }
    if (entry.plan !== null) return entry.plan;
    throw new ServiceError('invalid_graph', 'problem' in entry.outcome ? entry.outcome.problem : '');
  }

  #keep(graphId: string, provided: ProvidedGraph): Entry {
    const { outcome } = provided;
    const plan = 'plan' in outcome ? (parseJson(outcome.plan) as GraphPlan) : null;
    const entry = { ...provided, plan };
    this.#entries.delete(graphId);
    this.#entries.set(graphId, entry);
    if (this.#entries.size > MOST_KEPT) this.#entries.delete(this.#entries.keys().next().value ?? '');
    return entry;
  }
}

/** The file of a graph. Throws ServiceError `graph_not_found`. */
export function findGraph(root: string, graphId: string): string {
  if (GRAPH_ID.test(graphId)) {
    for (const suffix of ['.yaml', '.yml']) {
      const location = locateYaml(root, `${GRAPHS_FOLDER}/${graphId}${suffix}`, () => true);
      if (location.kind === 'found' && !location.folder) return location.path;
    }
  }
  throw new ServiceError('graph_not_found', 'no such graph', 'graph_id');
}

/** INVARIANT: what `provideGraph` took down of the same files is equal, in the same order. */
function hasChanged({ rulesets, fingerprint: before, others }: Entry, root: string, graph: string): boolean {
  if (fingerprintOf(root, graph, rulesets) !== before) return true;
  return others.some(({ paths, stamps }) => paths.length > 0 && stampsOf(paths) !== stamps);
}

function fingerprintOf(root: string, graph: string, rulesets: readonly string[]): string {
  const parts = [fingerprint(graph, false)?.text];
  for (const name of rulesets) {
    const location = locate(root, name);
    parts.push(location.kind === 'found' ? fingerprint(location.path, location.folder)?.text : undefined);
  }
  return joinFingerprints(parts);
}

/** Stamps of a graph's file and its rulesets in order; undefined for missing ones. */
export function joinFingerprints(parts: readonly (string | undefined)[]): string {
  return parts.map((part) => part ?? '-').join('\n');
}
