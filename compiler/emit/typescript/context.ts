/** What the emitters of one module share: names, imports, hoisted constants, the declarations made so far. */
import type { Network } from '../../plan/network.ts';
import type { Rule, Ruleset, Slot, SlotType, Template } from '../../ruleset.ts';
import type { FunctionSignature } from '../../expression/scope.ts';
import { code, type Code } from '../../write/code.ts';
import { nameCounters, type Counters } from './counters.ts';
import type { Declaration } from './declaration.ts';
import { createFunctionVersions, type FunctionVersions } from './function-versions.ts';
import { createMatcherNames, createNameSpace, createSlotNames, type NameSpace } from './names.ts';
import type * as runtime from '../../../runtime/matcher-module.ts';

/** What the runtime exports to generated modules. */
export type RuntimeValue = keyof typeof runtime;

/** Types that the runtime exports to generated modules. */
export type RuntimeTypeName =
  | 'AnyFactMemory'
  | 'CompiledRuleset'
  | 'Counting'
  | 'DeferredEntry'
  | 'DeferredStep'
  | 'Fact'
  | 'FieldValue'
  | 'Host'
  | 'Integer'
  | 'ModuleInfo'
  | 'Multifield'
  | 'RemovableJoin'
  | 'RuleInfo'
  | 'RuleRecord'
  | 'TemplateOperations'
  | 'Value';

/** Names of parameters and locals that every generated function may use. */
const LOCALS = [
  'm',
  'f',
  'l',
  'r',
  'i',
  'data',
  'host',
  'match',
  'memory',
  'small',
  'fact',
  'facts',
  'slot',
  'gone',
  'other',
  'older',
  'newer',
  'step',
  'bound',
];

/** Everything generated for one template goes by these names. */
export interface TemplateNames {
  readonly template: Template;
  /** The class of its facts. */
  readonly type: Code;
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
  /** What its facts are counted by; null: they are not counted. */
  readonly counting: Code | null;
  /** Property names of the slots. */
  readonly slots: ReadonlyMap<string, Code>;
}

export interface Context {
  readonly ruleset: Ruleset;
  readonly network: Network;
  /** `file:line:column` of a place in the YAML. */
  readonly position: (at: Rule['at']) => string;
  /** Names at the top level of the module. */
  readonly names: NameSpace;
  /** Names of properties of the matcher class. */
  readonly members: NameSpace;
  readonly templates: ReadonlyMap<string, TemplateNames>;
  /** Counters of temporal conditions. */
  readonly counters: Counters;
  readonly functions: FunctionVersions;
  readonly value: (name: RuntimeValue) => Code;
  readonly type: (name: RuntimeTypeName) => Code;
  /** A module-level constant; equal initialisers share one. */
  readonly constant: (hint: string, value: Code) => Code;
  readonly constants: Declaration[];
  /** Imported names with the identifiers they go by here. */
  readonly imported: { readonly values: Map<string, Code>; readonly types: Map<string, Code> };
}

function templateNames(
  template: Template,
  names: NameSpace,
  members: NameSpace,
  isCounted: boolean,
): TemplateNames {
  const { name } = template;
  const slotNames = createSlotNames();
  return {
    template,
    type: names.fresh([name], 'pascal'),
    facts: members.fresh(['facts-of', name], 'camel'),
    read: names.fresh(['read', name], 'camel'),
    same: names.fresh(['same', name], 'camel'),
    hash: names.fresh(['hash', name], 'camel'),
    assert: names.fresh(['assert', name], 'camel'),
    match: names.fresh(['match', name], 'camel'),
    store: names.fresh(['store', name], 'camel'),
    operations: names.fresh([name, 'operations'], 'camel'),
    counting: isCounted ? names.fresh([name, 'counting'], 'camel') : null,
    slots: new Map(template.slots.map((slot) => [slot.name, slotNames.fresh([slot.name], 'camel')])),
  };
}

export function createContext(
  ruleset: Ruleset,
  network: Network,
  signatures: ReadonlyMap<string, FunctionSignature>,
  hidden: readonly Template[],
  position: Context['position'],
): Context {
  const names = createNameSpace(LOCALS);
  const members = createMatcherNames();
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
  const templates = [...ruleset.templates, ...hidden];
  const counters = nameCounters(ruleset.temporal, members);
  const counted = new Set(counters.all.map(({ template }) => template));
  return {
    ruleset,
    network,
    position,
    names,
    members,
    counters,
    functions: createFunctionVersions(
      ruleset.functions.map(({ definition }) => definition),
      signatures,
      new Map(ruleset.templates.map((template) => [template.name, template])),
      (name) => names.fresh(['call', name], 'camel'),
    ),
    constants,
    imported,
    templates: new Map(
      templates.map((template) => [
        template.name,
        templateNames(template, names, members, counted.has(template.name)),
      ]),
    ),
    value: (name) => use(imported.values, name),
    type: (name) => use(imported.types, name),
    constant(hint, value) {
      let name = shared.get(value.text);
      if (name === undefined) {
        name = names.fresh([hint], 'upper');
        shared.set(value.text, name);
        constants.push({ kind: 'constant', name, type: null, value, exported: false, comment: null });
      }
      return name;
    },
  };
}

export function slotOf(
  context: Context,
  template: string,
  slot: string,
): { readonly slot: Slot; readonly name: Code } {
  const names = context.templates.get(template)!;
  return { slot: names.template.slots.find(({ name }) => name === slot)!, name: names.slots.get(slot)! };
}

/** The TypeScript type of a slot's value. */
export function slotTypeCode(context: Context, type: SlotType): Code {
  switch (type) {
    case 'INTEGER':
      return context.type('Integer');
    case 'FLOAT':
      return code`number`;
    default:
      return code`string`;
  }
}
