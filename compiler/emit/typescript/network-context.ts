/** What the emitters of the network share beyond the module's context. */
import type { Join } from '../../plan/network.ts';
import { code, comment, literal, type Code } from '../../write/code.ts';
import type { Context } from './context.ts';
import type { Declaration } from './declaration.ts';
import { createArrivals, type Arrivals } from './arrivals.ts';
import { createFactSets, type FactSets } from './fact-sets.ts';
import { findDeferredParts, type DeferredPart } from './deferred-parts.ts';
import { sidesOf } from './join-sides.ts';
import { nameNetwork, type NetworkNames } from './join-names.ts';

export interface NetworkContext {
  readonly context: Context;
  readonly network: NetworkNames;
  readonly sets: FactSets;
  readonly arrivals: Arrivals;
  /** Statement that places the activation of a terminal join. */
  readonly activate: (terminal: Join, match: Code) => Code;
  /** The part in which the join can put matching off, or null. */
  readonly partOf: (join: Join) => DeferredPart | null;
  /** Declares a function the first time it is asked for. */
  readonly declareOnce: (name: Code, declaration: Declaration) => void;
  readonly declared: Declaration[];
  readonly joinComment: (join: Join, side: 'left' | 'right') => Code;
  /** The saliences of each module, highest first, and the matcher's property with its agenda. */
  readonly agendas: ReadonlyMap<string, { readonly property: Code; readonly saliences: readonly number[] }>;
}

export function createNetworkContext(context: Context): NetworkContext {
  const network = nameNetwork(context);
  const parts = findDeferredParts(context, network, (join) => sidesOf(context, join));
  const declared: Declaration[] = [];
  const known = new Set<string>();
  const saliences = new Map<string, Set<number>>(
    context.ruleset.modules.map(({ name }) => [name, new Set()]),
  );
  for (const { module, salience } of context.ruleset.rules) {
    const levels = saliences.get(module);
    if (levels === undefined) saliences.set(module, new Set([salience]));
    else levels.add(salience);
  }
  const agendas = new Map(
    [...saliences].map(([module, levels]) => [
      module,
      {
        property: context.members.fresh(['agenda-of', module], 'camel'),
        saliences: [...levels].sort((a, b) => b - a),
      },
    ]),
  );
  return {
    context,
    network,
    sets: createFactSets(context.network, network),
    arrivals: createArrivals(context.network, network, [...context.templates.keys()]),
    declared,
    agendas,
    activate(terminal, match) {
      const { rule } = terminal.terminal!;
      const part = parts.get(terminal);
      if (part !== undefined) {
        return code`m.${part.property}.activate(${network.join(terminal).rule}, ${match});`;
      }
      const { property, saliences: levels } = agendas.get(rule.module)!;
      const level = levels.indexOf(rule.salience);
      return code`m.${property}.activate(${literal(level)}, ${network.join(terminal).rule}, ${match});`;
    },
    partOf: (join) => parts.get(join) ?? null,
    declareOnce(name, declaration) {
      if (known.has(name.text)) return;
      known.add(name.text);
      declared.push(declaration);
    },
    joinComment(join, side) {
      const pattern = join.right.kind === 'alpha' ? join.right.node.template : 'group';
      const what = side === 'right' ? 'a new fact' : 'a new match of the patterns before';
      return comment(`${join.rule.module}::${join.rule.name}, ${pattern}: ${what}`);
    },
  };
}
