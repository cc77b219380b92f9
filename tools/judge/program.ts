/**
 * A drawn program: a ruleset in the shape of its YAML, and the facts asserted before each run. Kept as plain data, so
 * that a failing program can be made smaller part by part.
 */
import { stringify } from 'yaml';
import type { SlotType } from '../../compiler/values.ts';
import type { Phase, Scalar } from '../../library/node/clips/facts.ts';

export interface Program {
  readonly templates: readonly TemplateDraft[];
  readonly modules: readonly ModuleDraft[];
  readonly focusOrder: readonly string[] | null;
  readonly decide: string | null;
  readonly default: DefaultDraft | null;
  readonly hierarchies: readonly HierarchyDraft[];
  readonly functions: readonly FunctionDraft[];
  readonly rules: readonly RuleDraft[];
  readonly constants: Readonly<Record<string, Scalar | Readonly<Record<string, Scalar>>>>;
  readonly relations: readonly RelationDraft[];
  /** Behind the rules. */
  readonly tables: readonly TableDraft[];
  readonly phases: readonly Phase[];
}

export interface DefaultDraft {
  readonly action: string;
  readonly reason?: string;
}

export interface TemplateDraft {
  readonly name: string;
  readonly slots: readonly SlotDraft[];
}

/** A relation, its columns as slots. */
export interface RelationDraft extends TemplateDraft {
  readonly rows: readonly (readonly Scalar[])[];
}

export interface SlotDraft {
  readonly name: string;
  readonly type: SlotType;
  readonly list?: boolean;
  readonly allowed: readonly Scalar[] | null;
  readonly default: Scalar | null;
}

interface ModuleDraft {
  readonly name: string;
  readonly priority: number;
}

export interface HierarchyDraft {
  readonly name: string;
  readonly levels: readonly string[];
}

export interface FunctionDraft {
  readonly name: string;
  readonly type: 'raw';
  readonly params: readonly string[];
  readonly body: string;
}

export interface RuleDraft {
  readonly name: string;
  /** null: no `module:`, so MAIN. */
  readonly module: string | null;
  readonly salience: number;
  readonly when: readonly WhenDraft[];
  readonly then: ThenDraft;
}

export interface TableDraft {
  readonly name: string;
  readonly module: string | null;
  readonly hit: string;
  readonly when: readonly WhenDraft[];
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly rows: readonly (readonly Scalar[])[];
  readonly default?: readonly Scalar[];
}

export type WhenDraft =
  | PatternDraft
  | { readonly not: readonly WhenDraft[] }
  | { readonly exists: readonly WhenDraft[] }
  | { readonly any: readonly (readonly WhenDraft[])[] }
  | { readonly forall: { readonly each: PatternDraft; readonly must: readonly WhenDraft[] } }
  | AggregateDraft;

export type AggregateDraft = {
  readonly [fold in 'sum' | 'min' | 'max' | 'distinct' | 'collect']?: {
    readonly of: string;
    readonly from: readonly PatternDraft[];
  };
} & {
  readonly count?: readonly PatternDraft[];
  /** With the `?` or `$?`. */
  readonly as?: string;
  readonly expression?: string;
};

export interface PatternDraft {
  readonly template: string;
  /** `template` is the name of a relation. */
  readonly relation?: true;
  /** With the `$`. */
  readonly alias?: string;
  readonly conditions: readonly ConditionDraft[];
}

export interface ConditionDraft {
  readonly slot?: string;
  /** With the `?`; `expression` is of the item then. */
  readonly each?: string;
  /** With the `?`. */
  readonly bind?: string;
  readonly expression?: string;
  readonly test?: string;
  readonly now?: string;
}

export interface ThenDraft {
  readonly action?: string;
  readonly reason?: string;
  readonly log?: string;
  readonly notify?: readonly string[];
  readonly attestation?: boolean;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly scope?: string;
  readonly obligations?: readonly ObligationDraft[];
  readonly assert?: readonly AssertDraft[];
  readonly retract?: readonly string[];
  readonly modify?: readonly ModifyDraft[];
}

export interface ObligationDraft {
  readonly type: string;
  readonly properties: Readonly<Record<string, Scalar | readonly Scalar[]>>;
}

interface AssertDraft {
  readonly template: string;
  readonly slots: Readonly<Record<string, Scalar | readonly Scalar[]>>;
}

interface ModifyDraft {
  readonly fact: string;
  readonly slots: Readonly<Record<string, Scalar | readonly Scalar[]>>;
}

/** A program to judge: the YAML text and the facts, drawn or read from a sample. */
export interface Case {
  readonly yaml: string;
  readonly phases: readonly Phase[];
  /** Comes after the facts of the one phase. */
  readonly document?: unknown;
}

export function isPattern(when: WhenDraft): when is PatternDraft {
  return 'template' in when;
}

const AGGREGATES = ['count', 'sum', 'min', 'max', 'distinct', 'collect'];

export function isAggregate(when: WhenDraft): when is AggregateDraft {
  return AGGREGATES.some((fold) => fold in when);
}

function templateDocument(template: TemplateDraft): unknown {
  return {
    name: template.name,
    slots: template.slots.map((slot) => ({
      name: slot.name,
      type: slot.type.toLowerCase(),
      ...(slot.list ? { list: true } : {}),
      ...(slot.allowed ? { allowed_values: slot.allowed } : {}),
      ...(slot.default === null ? {} : { default: slot.default }),
    })),
  };
}

function relationDocument({ name, slots, rows }: RelationDraft): unknown {
  const columns = slots.map((slot) => ({ name: slot.name, type: slot.type.toLowerCase() }));
  return { name, columns, rows };
}

/** A part of a ruleset as it is written: a pattern of a relation names it by `relation`. */
function written(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(written);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => [key, written(value)] as const);
  if (!('relation' in part)) return Object.fromEntries(entries);
  return Object.fromEntries(
    entries.flatMap(([key, value]) =>
      key === 'relation' ? [] : [[key === 'template' ? 'relation' : key, value]],
    ),
  );
}

function definitions(program: Program): Record<string, unknown> {
  return {
    ruleset: 'drawn',
    templates: program.templates.map(templateDocument),
    ...(program.modules.length > 0 ? { modules: program.modules } : {}),
    ...(program.focusOrder ? { focus_order: program.focusOrder } : {}),
    ...(program.decide ? { decide: program.decide } : {}),
    ...(program.default ? { default: program.default } : {}),
    ...(program.hierarchies.length > 0 ? { hierarchies: program.hierarchies } : {}),
    ...(program.functions.length > 0 ? { functions: program.functions } : {}),
    ...(Object.keys(program.constants).length > 0 ? { constants: program.constants } : {}),
    ...(program.relations.length > 0 ? { relations: program.relations.map(relationDocument) } : {}),
  };
}

/** Neighbouring rules of one module share a document, so that documents keep the drawn load order. */
function ruleDocuments(rules: readonly RuleDraft[]): readonly Record<string, unknown>[] {
  const groups: { module: string | null; rules: unknown[] }[] = [];
  for (const { module, salience, ...draft } of rules) {
    const rule = salience === 0 ? draft : { ...draft, salience };
    const last = groups.at(-1);
    if (last && last.module === module) last.rules.push(rule);
    else groups.push({ module, rules: [rule] });
  }
  return groups.map((group) => ({ ...(group.module ? { module: group.module } : {}), rules: group.rules }));
}

/** The program as YAML text of several documents. */
export function programYaml(program: Program): string {
  const tables = program.tables.map(({ module, ...table }) => ({
    tables: [module === null ? table : { ...table, module }],
  }));
  return [definitions(program), ...ruleDocuments(program.rules), ...tables]
    .map((document) =>
      stringify(written(document), {
        version: '1.2',
        schema: 'core',
        lineWidth: 0,
        aliasDuplicateObjects: false,
      }),
    )
    .join('---\n');
}

export function programCase(program: Program): Case {
  return { yaml: programYaml(program), phases: program.phases };
}
