/** From which joins rules can remove matches, and which joins need not keep what CLIPS keeps (late-negation.md). */
import type { Join, Network } from '../order/network.ts';
import { factTemplate } from '../order/list-items.ts';
import type { Rule } from '../ruleset.ts';
import { RUN_TEMPLATES } from '../hidden-templates.ts';
import { canWait, findDeferredRegions } from './deferral.ts';
import { elementAt } from '../required.ts';

/** Templates whose facts some rule retracts or modifies. */
function retractedTemplates(rules: readonly Rule[]): ReadonlySet<string> {
  const templates = new Set<string>();
  for (const rule of rules) {
    const addresses = new Map<string, string>();
    const visit = (elements: Rule['when']): void => {
      for (const element of elements) {
        if (element.kind === 'pattern' && element.address !== null)
          addresses.set(element.address, element.template);
        else if (element.kind === 'and' || element.kind === 'or') visit(element.elements);
      }
    };
    visit(rule.when);
    for (const effect of rule.then.effects) {
      if (effect.kind === 'assert') continue;
      const template = addresses.get(effect.address);
      if (template !== undefined) templates.add(template);
    }
  }
  return templates;
}

export type JoinKind = 'first' | 'join' | 'exists' | 'late-negation' | 'removable' | 'terminal';

export interface Kinds {
  /** By join. */
  readonly kindOf: readonly JoinKind[];
  /** By join: whether the matches that leave it are removable. */
  readonly removable: readonly boolean[];
  /** The joins of each region that can put matching off, by the first of them. */
  readonly regions: ReadonlyMap<Join, readonly Join[]>;
  /** Matches can be removed, so that their order has a history. */
  readonly ordered: boolean;
  /** The network leaves out what an engine needs whose facts are retracted from outside. */
  readonly shortened: boolean;
}

/** Memoized: most joins are reached from many others. */
function memoized(judge: (join: Join, of: (join: Join) => boolean) => boolean): (join: Join) => boolean {
  const known = new Map<Join, boolean>();
  const of = (join: Join): boolean => {
    let answer = known.get(join);
    if (answer === undefined) known.set(join, (answer = judge(join, of)));
    return answer;
  };
  return of;
}

/** Decides for each join, in order of creation (a join comes after the one before it), what kind it is. */
export function classify(network: Network, rules: readonly Rule[]): Kinds {
  const retracted = retractedTemplates(rules);
  /** A join that keeps its matches removable by what it does itself. */
  const holding = ({ terminal, right, negated, exists }: Join): boolean =>
    terminal === null &&
    (right.kind !== 'alpha' || negated || exists || retracted.has(factTemplate(right.node.template)));
  const isSteady = (join: Join): boolean => [...join.tests, ...join.secondary].every(canWait);
  const steadyBelow = memoized(
    (join, of) => isSteady(join) && join.children.every(({ join: child }) => of(child)),
  );
  const leadsToGroup = memoized((join, of) =>
    join.children.some(({ join: child }) => child.right.kind === 'group' || of(child)),
  );
  const regions = new Map(
    [...findDeferredRegions(network, holding)].filter(([, joins]) =>
      joins.some(({ right }) => right.kind === 'alpha' && retracted.has(factTemplate(right.node.template))),
    ),
  );
  const waiting = new Set([...regions.values()].flat());
  /** Kinds of a join without its own memory; null if it keeps its matches removable. */
  const lateKind = (join: Join, before: boolean): 'late-negation' | 'exists' | null => {
    const { right, first, secondary, negated, exists } = join;
    const addOnly =
      right.kind === 'alpha' &&
      !retracted.has(factTemplate(right.node.template)) &&
      !RUN_TEMPLATES.has(right.node.template);
    if (!addOnly || first || waiting.has(join)) return null;
    const plain = secondary.length === 0;
    if (negated && steadyBelow(join) && !leadsToGroup(join) && (plain || !before)) return 'late-negation';
    return exists && !before && plain && isSteady(join) ? 'exists' : null;
  };
  const kindOf: JoinKind[] = [];
  const removable: boolean[] = [];
  for (const join of network.joins) {
    const before = join.previous !== null && elementAt(removable, join.previous.id);
    const isRemovable = before || holding(join) || waiting.has(join);
    const late = isRemovable && join.terminal === null ? lateKind(join, before) : null;
    removable.push(late === 'late-negation' ? before : late === null && isRemovable);
    if (join.terminal !== null) kindOf.push('terminal');
    else if (isRemovable) kindOf.push(late ?? 'removable');
    else kindOf.push(join.first ? 'first' : 'join');
  }
  const grows = (join: Join | null): boolean => join !== null && !elementAt(removable, join.id);
  const shortened = network.joins.some(({ id, previous, right }) => {
    const kind = elementAt(kindOf, id);
    if (kind === 'late-negation' || kind === 'exists') return true;
    return kind === 'removable' && (grows(previous) || grows(right.kind === 'group' ? right.join : null));
  });
  return { kindOf, removable, regions, ordered: network.joins.some(holding), shortened };
}
