import type { WrittenGroupSyntax } from '../../../compiler/short-syntax.ts';
import type { Located, ThenSyntax } from '../../../compiler/syntax.ts';
import type { ShortRightSyntax } from '../../../compiler/short-syntax.ts';
import type { Document } from '../documents/document.ts';
import { namesOf } from '../names/collect.ts';
import type { RulesetOfDocument } from '../workspace/workspace.ts';

interface Place {
  readonly start: number;
  readonly end: number;
}

/** A rule or table, with the templates that it matches and those whose facts it makes, changes or removes. */
export interface RuleFlow {
  /** `module::name`. */
  readonly rule: string;
  readonly isTable: boolean;
  readonly document: Document;
  readonly name: Place;
  readonly whole: Place;
  readonly matches: ReadonlyMap<string, readonly Place[]>;
  readonly writes: ReadonlyMap<string, readonly Place[]>;
}

const known = new WeakMap<RulesetOfDocument, readonly RuleFlow[]>();

/** The rules and tables of a ruleset, as far as they could be read. */
export function flowOf(ruleset: RulesetOfDocument): readonly RuleFlow[] {
  let flow = known.get(ruleset);
  if (flow === undefined) known.set(ruleset, (flow = readFlow(ruleset)));
  return flow;
}

interface Element {
  readonly name: Located<string>;
  readonly at: Located<string>['at'];
  readonly module: string;
  readonly isTable: boolean;
  /** Names of templates, or of facts by their aliases. */
  readonly written: readonly Located<string>[];
}

function readFlow(ruleset: RulesetOfDocument): readonly RuleFlow[] {
  const { analysis } = ruleset;
  const index = namesOf(ruleset);
  return analysis.written.ruleGroups.flatMap(elementsOf).flatMap((element): readonly RuleFlow[] => {
    const { name, at, module, isTable, written } = element;
    const document = analysis.byPath.get(name.at.file);
    if (document === undefined) return [];
    const whole = { start: Math.min(name.at.start, at.start), end: Math.max(name.at.end, at.end) };
    const writes = new Map<string, Place[]>();
    const taken = new Set<number>();
    for (const one of written) {
      const found = index.at(document, one.at.start);
      const template = found?.sort === 'template' ? found.name : index.templateOf.get(found?.id ?? '');
      if (found === null || template === undefined) continue;
      taken.add(found.start);
      add(writes, template, found);
    }
    const matches = new Map<string, Place[]>();
    for (const one of index.inDocument(document))
      if (
        one.sort === 'template' &&
        whole.start <= one.start &&
        one.end <= whole.end &&
        !taken.has(one.start)
      )
        add(matches, one.name, one);
    return [{ rule: `${module}::${name.value}`, isTable, document, name: name.at, whole, matches, writes }];
  });
}

function add(places: Map<string, Place[]>, template: string, { start, end }: Place): void {
  places.set(template, [...(places.get(template) ?? []), { start, end }]);
}

function elementsOf({ module, rules, tables }: WrittenGroupSyntax): readonly Element[] {
  const own = module?.value ?? 'MAIN';
  return [
    ...rules.map(({ form, rule }): Element => ({
      name: rule.name,
      at: rule.at,
      module: own,
      isTable: false,
      written:
        form === 'long'
          ? ofThen(rule.then)
          : rule.right.form === 'long'
            ? ofThen(rule.right.then)
            : ofRight(rule.right),
    })),
    ...tables.map((one): Element => {
      const table = one.form === 'long' ? one.table : one.table.table;
      const rows = [...table.rows, ...(table.default === null ? [] : [table.default])];
      return {
        name: table.name,
        at: table.at,
        module: table.module?.value ?? own,
        isTable: true,
        written: rows.flatMap(({ then }) => ofThen(then)),
      };
    }),
  ];
}

const ofThen = ({ assert, modify, retract }: ThenSyntax): readonly Located<string>[] => [
  ...assert.map(({ template }) => template),
  ...modify.map(({ fact }) => fact),
  ...retract,
];

const ofRight = ({ assert, modify, retract }: ShortRightSyntax): readonly Located<string>[] => [
  ...assert.map(({ name }) => name),
  ...modify.map(({ name }) => name),
  ...retract,
];
