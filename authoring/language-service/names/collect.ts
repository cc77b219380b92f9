import type { Span } from '../../../compiler/diagnostics/position.ts';
import type { Document } from '../documents/document.ts';
import type { RulesetOfDocument } from '../workspace/workspace.ts';
import { collectDeclarations } from './collect-declarations.ts';
import { collectRule, collectTable } from './collect-rules.ts';
import {
  createCollector,
  createIndex,
  type Collector,
  type NameIndex,
  type Piece,
  type PlacedPiece,
} from './name-index.ts';
import { slotId, type Names } from './scope.ts';
import { collectGraph, collectSuite } from './suite-names.ts';

const indexes = new WeakMap<RulesetOfDocument, NameIndex>();

/** Every name of a ruleset and its suites, bound as the compiler binds it. */
export function namesOf(ruleset: RulesetOfDocument): NameIndex {
  let index = indexes.get(ruleset);
  if (index === undefined) indexes.set(ruleset, (index = collectNames(ruleset)));
  return index;
}

type Written = RulesetOfDocument['analysis']['written'];

/** A piece as it was read from a rule or a document, whose text stays as long as it is the same object. */
interface KeptPiece {
  readonly piece: Piece;
  /** Everything else that the piece follows from. */
  readonly basis: string;
  readonly start: number;
}

const kept = new WeakMap<object, KeptPiece>();
let pieces = 0;

function collectNames({ analysis, suites, graphs, name }: RulesetOfDocument): NameIndex {
  const { written } = analysis;
  // Conditions in suites have their places there.
  const byPath = new Map([
    ...analysis.byPath,
    ...[...suites, ...graphs].map((one): [string, Document] => [one.key, one]),
  ]);
  const known = knownNames(written);
  const basis = JSON.stringify(known, (_, value: unknown) =>
    value instanceof Set || value instanceof Map ? [...(value as Iterable<unknown>)] : value,
  );
  const collect = (take: (names: Names) => void): Piece => {
    const collector: Collector = createCollector(byPath);
    take({ collector, ...known });
    return collector.piece();
  };
  /** The piece of an object whose text moves as a whole, collected again only if the names around it changed. */
  const keep = (
    key: object,
    at: Pick<Span, 'start'> & { readonly file?: string },
    others: string,
    rule: string | null,
    take: (names: Names, owner: string) => void,
  ): PlacedPiece => {
    const own = basis + others;
    let one = kept.get(key);
    if (one?.basis !== own) {
      const owner = `#${++pieces}`;
      one = { piece: collect((names) => take(names, owner)), basis: own, start: at.start };
      kept.set(key, one);
    }
    return { piece: one.piece, file: at.file ?? null, shift: at.start - one.start, rule };
  };
  const placed: PlacedPiece[] = [
    { piece: collect((names) => collectDeclarations(analysis, names)), file: null, shift: 0, rule: null },
  ];
  for (const { module, rules, tables } of written.ruleGroups) {
    const own = module?.value ?? 'MAIN';
    for (const one of rules) {
      const { value, at } = one.rule.name;
      const rule = `${own}::${value}`;
      placed.push(keep(one, at, own, rule, (names, owner) => collectRule(names, own, one, owner)));
    }
    for (const one of tables) {
      const { name: named, module: other } = one.form === 'long' ? one.table : one.table.table;
      const rule = `${other?.value ?? own}::${named.value}`;
      placed.push(keep(one, named.at, own, rule, (names, owner) => collectTable(names, own, one, owner)));
    }
  }
  const budgets = new Map(written.budgets.map((one) => [one.name.value, keysOf(one)]));
  const sums = JSON.stringify([...budgets].map(([budget, keys]) => [budget, ...keys]));
  for (const suite of suites)
    placed.push(keep(suite, NOWHERE, sums, null, (names) => collectSuite(suite, names, budgets)));
  for (const graph of graphs)
    placed.push(keep(graph, NOWHERE, name, null, ({ collector }) => collectGraph(graph, name, collector)));
  return createIndex(placed, byPath);
}

/** A document does not move. */
const NOWHERE = { start: 0 };

function knownNames(written: Written): Omit<Names, 'collector'> {
  return {
    templates: new Set([...written.templates, ...written.relations].map(({ name }) => name.value)),
    functions: new Set(written.functions.map(({ name }) => name.value)),
    definitions: new Set(written.definitions.map(({ name }) => name.value)),
    levels: levelsOf(written),
    hierarchies: new Set(written.hierarchies.map(({ name }) => name.value)),
  };
}

/** The hierarchies that have each level. */
function levelsOf({ hierarchies }: Written): ReadonlyMap<string, readonly string[]> {
  const owners = new Map<string, string[]>();
  for (const { name, levels } of hierarchies)
    for (const { value } of levels) owners.set(value, [...(owners.get(value) ?? []), name.value]);
  return owners;
}

/** Slots by the names that the key of a budget gives their values. */
function keysOf({ for: of, per }: Written['budgets'][number]): ReadonlyMap<string, string> {
  return new Map(
    per.flatMap(({ root, steps }): readonly (readonly [string, string])[] => {
      // The caller's token is not a slot.
      if (root.value === 'token' && steps.length === 0) return [];
      const last = steps.at(-1);
      const name = last?.kind === 'member' ? last.name : root.value;
      return [[name, slotId(of.value, name)]];
    }),
  );
}
