/** State shared by the emitters of one module: names, imports, hoisted constants, the declarations made so far. */
import type { Rule, Ruleset, Slot, Template } from '../../ruleset.ts';
import { itemSlot, positionSlot } from '../../order/list-items.ts';
import { counterKey } from '../../plan/counters.ts';
import type { Counter, MatchPlan } from '../../plan/match-plan.ts';
import { code, identifier, types, type Code } from './code/code.ts';
import type { Declaration } from './code/declaration.ts';
import { createFunctionNames, type FunctionNames } from './function-names.ts';
import { createNameSpace, type NameSpace } from './names.ts';
import type * as runtime from '../../../runtime/matcher-module.ts';
import { elementAt, entryOf } from '../../required.ts';

/** Exports of the runtime to generated modules. */
export type RuntimeValue = keyof typeof runtime;

/** Types that the runtime exports to generated modules. */
type RuntimeTypeName =
  | 'AnyFactMemory'
  | 'CompiledRuleset'
  | 'Counting'
  | 'DeferredEntry'
  | 'DeferredStep'
  | 'Fact'
  | 'FieldValue'
  | 'Host'
  | 'InputReader'
  | 'MetadataPairs'
  | 'Integer'
  | 'ModuleInfo'
  | 'PartialMatch'
  | 'Multifield'
  | 'RemovableJoin'
  | 'RuleInfo'
  | 'RuleRecord'
  | 'TemplateOperations'
  | 'Value';

/** Entry of a match: a fact, or one with an item of a list. */
interface MatchedNames {
  readonly template: Template;
  /** Its class. */
  readonly type: Code;
  /** Where it has its slots. */
  readonly slots: ReadonlyMap<string, Code>;
}

/** Everything generated for one template goes by these names. */
export interface TemplateNames extends MatchedNames {
  /** Property of the matcher with all its facts. */
  readonly facts: Code;
  readonly read: Code;
  readonly same: Code;
  readonly hash: Code;
  readonly assert: Code;
  readonly match: Code;
  /** Puts its newest facts into the memories of the network. */
  readonly store: Code;
  readonly operations: Code;
  /** Counters of its facts; null if they are not counted. */
  readonly counting: Code | null;
  /** Their contributions to the memories of aggregates; null for none. */
  readonly aggregating: Code | null;
}

/** Counters of temporal conditions in generated code. */
interface Counters {
  /** Temporal functions by the names that they have in the constructs. */
  readonly functions: MatchPlan['temporal'];
  readonly all: readonly NamedCounter[];
  /** INVARIANT: called with counters of the ruleset only. */
  readonly named: (counter: Counter) => NamedCounter;
}

export interface NamedCounter extends Counter {
  /** Property of the matcher. */
  readonly property: Code;
}

export interface Context {
  readonly ruleset: Ruleset;
  readonly plan: MatchPlan;
  /** `file:line:column` of a place in the YAML. */
  readonly position: (at: Rule['at']) => string;
  /** Names at the top level of the module. */
  readonly names: NameSpace;
  readonly templates: ReadonlyMap<string, TemplateNames>;
  /** The templates, and the entries that represent their facts in matches of items of lists. */
  readonly matched: ReadonlyMap<string, MatchedNames>;
  readonly counters: Counters;
  readonly functions: FunctionNames;
  /** The functions of aggregates without a memory, by their names in the constructs. */
  readonly aggregates: { readonly nameOf: (name: string) => Code };
  readonly value: (name: RuntimeValue) => Code;
  readonly type: (name: RuntimeTypeName) => Code;
  /** A module-level constant with a comment; equal initialisers share one. */
  readonly constant: (hint: string, value: Code, told?: Code) => Code;
  readonly constants: Declaration[];
  /** Imported names with the identifiers they go by here. */
  readonly imported: { readonly values: Map<string, Code>; readonly types: Map<string, Code> };
}

function templateNames(template: Template, { names }: MatchPlan): TemplateNames {
  const given = entryOf(names.templates, template.name);
  return {
    template,
    type: identifier(given.type),
    facts: identifier(given.facts),
    read: identifier(given.read),
    same: identifier(given.same),
    hash: identifier(given.hash),
    assert: identifier(given.assert),
    match: identifier(given.match),
    store: identifier(given.store),
    operations: identifier(given.operations),
    counting: given.counting === null ? null : identifier(given.counting),
    aggregating: given.aggregating === null ? null : identifier(given.aggregating),
    slots: new Map([...given.slots].map(([slot, name]) => [slot, identifier(name)])),
  };
}

/** The fact is a property of the entry that represents it. */
function matchedNames(
  { views }: MatchPlan,
  templates: ReadonlyMap<string, TemplateNames>,
  value: Context['value'],
  type: Context['type'],
): ReadonlyMap<string, MatchedNames> {
  const matched = new Map<string, MatchedNames>(templates);
  for (const { template, of, slot } of views) {
    const base = entryOf(matched, of);
    const item = template.slots.find(({ name }) => name === itemSlot(slot))!;
    const slots = new Map([...base.slots].map(([name, property]) => [name, code`of.${property}`]));
    slots.set(item.name, code`item`).set(positionSlot(slot), code`position`);
    const held = slotTypeCode({ type }, item);
    matched.set(template.name, {
      template,
      type: code`${value('ListItem')}${types`<${base.type}, ${held}>`}`,
      slots,
    });
  }
  return matched;
}

function counterNames({ counters, temporal, names }: MatchPlan): Counters {
  const all = counters.map((counter, i) => ({
    ...counter,
    property: identifier(elementAt(names.counters, i)),
  }));
  const byKey = new Map(all.map((counter) => [counterKey(counter), counter]));
  return { functions: temporal, all, named: (counter) => entryOf(byKey, counterKey(counter)) };
}

function aggregateNames({ aggregates }: MatchPlan, names: NameSpace): Context['aggregates'] {
  const given = new Map([...aggregates.functions.keys()].map((name) => [name, names.fresh([name], 'camel')]));
  return { nameOf: (name) => entryOf(given, name) };
}

export function createContext(ruleset: Ruleset, plan: MatchPlan, position: Context['position']): Context {
  const names = createNameSpace(plan.names.taken.module);
  const constants: Declaration[] = [];
  const shared = new Map<string, Code>();
  const imported = { values: new Map<string, Code>(), types: new Map<string, Code>() };
  // An import gives way to a generated name that came first, and goes by another one.
  const use = (map: Map<string, Code>, name: string): Code => {
    const known = map.get(name);
    if (known !== undefined) return known;
    const local = names.exact(name);
    map.set(name, local);
    return local;
  };
  const value = (name: RuntimeValue): Code => use(imported.values, name);
  const type = (name: RuntimeTypeName): Code => use(imported.types, name);
  const templates = new Map(
    plan.templates.map(({ template }) => [template.name, templateNames(template, plan)]),
  );
  return {
    ruleset,
    plan,
    position,
    names,
    counters: counterNames(plan),
    functions: createFunctionNames((verb, name) => names.fresh([verb, name], 'camel')),
    aggregates: aggregateNames(plan, names),
    constants,
    imported,
    templates,
    matched: matchedNames(plan, templates, value, type),
    value,
    type,
    constant(hint, value, told) {
      let name = shared.get(value.text);
      if (name === undefined) {
        name = names.fresh([hint], 'upper');
        shared.set(value.text, name);
        constants.push({ kind: 'constant', name, type: null, value, exported: false, comment: told ?? null });
      }
      return name;
    },
  };
}

/** The class of entries of matches. */
export function classOf({ matched }: Context, template: string): Code {
  return entryOf(matched, template).type;
}

export function slotOf(
  context: Context,
  template: string,
  slot: string,
): { readonly slot: Slot; readonly name: Code } {
  const names = entryOf(context.matched, template);
  return { slot: names.template.slots.find(({ name }) => name === slot)!, name: entryOf(names.slots, slot) };
}

/** The TypeScript type of a slot's value. A list is a multifield, its items boxed. */
export function slotTypeCode(
  context: Pick<Context, 'type'>,
  { type, list }: Pick<Slot, 'type' | 'list'>,
): Code {
  if (list) return context.type('Multifield');
  switch (type) {
    case 'INTEGER':
      return context.type('Integer');
    case 'FLOAT':
    case 'TIME':
      return code`number`;
    case 'BOOLEAN':
      return code`boolean`;
    case 'STRING':
    case 'SYMBOL':
      return code`string`;
  }
}
