import type { WrittenGroupSyntax, WrittenRuleSyntax, WrittenSyntax } from '../short-syntax.ts';
import { DEFAULT_ACTIONS } from '../language/default-actions.ts';
import type { Located } from '../syntax.ts';
import { readConstants } from './constant.ts';
import type { ReadContext } from './context.ts';
import { readAuthzen } from './authzen.ts';
import { readBudgets } from './budget/budget.ts';
import { readDefault } from './default.ts';
import { optional, readFilledList, readList, readMap, readText, type Shape } from './fields.ts';
import { readFunction } from './function.ts';
import { HIERARCHY, readHierarchies, readHierarchy } from './hierarchy.ts';
import { readInput } from './input.ts';
import { readModules } from './module.ts';
import { readNamed } from './named-entries.ts';
import { readRelations } from './relation.ts';
import { readRule } from './rule.ts';
import { readDefinitions } from './short/definitions.ts';
import { readInputFile } from './short/input-file.ts';
import { readShape } from './short/shape.ts';
import { SHORT_RULE } from './short/rule.ts';
import { readTables } from './table.ts';
import { readTemplates } from './template.ts';
import type { YamlMap, YamlNode } from './yaml-node.ts';

/** Syntax while it grows, document by document. */
type SyntaxDraft = { readonly [Kind in keyof WrittenSyntax]: WrittenSyntax[Kind][number][] };

export function createDraft(): SyntaxDraft {
  return {
    templates: [],
    modules: [],
    focusOrders: [],
    hierarchies: [],
    functions: [],
    ruleGroups: [],
    decides: [],
    documents: [],
    definitions: [],
    inputs: [],
    authzens: [],
    budgets: [],
    defaults: [],
    constants: [],
    settings: [],
    relations: [],
    imports: [],
  };
}

type SectionReader = (value: YamlNode, draft: SyntaxDraft, context: ReadContext) => void;

/** The top-level keys of a document, each with its reader. */
const SECTIONS: ReadonlyMap<string, SectionReader> = new Map<string, SectionReader>([
  [
    'authzen',
    (value, draft, context) => {
      const read = readAuthzen(value, context);
      if (read !== null) draft.authzens.push(read);
    },
  ],
  ['budgets', (value, draft, context) => draft.budgets.push(...readBudgets(value, context))],
  ['constants', (value, draft, context) => draft.constants.push(...readConstants(value, context))],
  ['decide', readDecide],
  ['define', (value, draft, context) => draft.definitions.push(...readDefinitions(value, context))],
  [
    'default',
    (value, draft, context) => {
      const read = readDefault(value, context);
      if (read !== null) draft.defaults.push(read);
    },
  ],
  ['focus_order', readFocusOrder],
  ['functions', (value, draft, context) => draft.functions.push(...readList(value, context, readFunction))],
  ['hierarchies', (value, draft, context) => draft.hierarchies.push(...readHierarchies(value, context))],
  ['imports', (value, draft, context) => draft.imports.push(...readFilledList(value, context, readText))],
  [
    'input',
    (value, draft, context) => {
      if (value.kind === 'map') draft.documents.push({ shape: readShape(value, context), at: value.at });
      else if (value.kind === 'scalar' && value.scalar.kind === 'string') {
        const read = readInputFile(value, context);
        if (read !== null) draft.documents.push(read);
      } else draft.inputs.push(...readFilledList(value, context, readInput).flat());
    },
  ],
  ['modules', (value, draft, context) => draft.modules.push(...readModules(value, context))],
  ['relations', (value, draft, context) => draft.relations.push(...readRelations(value, context))],
  ['templates', (value, draft, context) => draft.templates.push(...readTemplates(value, context))],
]);

/** The keys of a document that together are one group of rules. */
const GROUP_KEYS = ['module', 'ruleset', 'version', 'rules', 'tables'];
export const DOCUMENT: Shape = { owner: 'a ruleset', keys: [...SECTIONS.keys(), ...GROUP_KEYS] };

/** Adds the content of one document. Its keys determine its kind: any mix of sections, or a single hierarchy. */
export function readDocument(node: YamlNode, draft: SyntaxDraft, context: ReadContext): void {
  if (node.kind === 'map' && isHierarchy(node)) {
    const hierarchy = readHierarchy(node, context);
    if (hierarchy !== null) draft.hierarchies.push(hierarchy);
    return;
  }
  const map = readMap(node, DOCUMENT, context);
  if (map === null) return;
  for (const [key, read] of SECTIONS) {
    const value = optional(map, key);
    if (value !== null) read(value, draft, context);
  }
  const group = readRuleGroup(map, context);
  if (group !== null) draft.ruleGroups.push(group);
}

/** A document that has keys of a hierarchy and none of a ruleset is a hierarchy. */
function isHierarchy(map: YamlMap): boolean {
  const keys = [...map.entries.keys()];
  return keys.some((key) => HIERARCHY.keys.includes(key)) && !keys.some((key) => DOCUMENT.keys.includes(key));
}

function readDecide(value: YamlNode, draft: SyntaxDraft, context: ReadContext): void {
  const decide = readText(value, context);
  if (decide !== null) draft.decides.push(decide);
}

function readFocusOrder(value: YamlNode, draft: SyntaxDraft, context: ReadContext): void {
  const names: readonly Located<string>[] = readFilledList(value, context, readText);
  if (names.length > 0) draft.focusOrders.push({ names, at: value.at });
}

function readRuleGroup(map: YamlMap, context: ReadContext): WrittenGroupSyntax | null {
  if (!GROUP_KEYS.some((key) => optional(map, key) !== null)) return null;
  return {
    module: readText(optional(map, 'module'), context),
    ruleset: readName(map, 'ruleset', context),
    version: readName(map, 'version', context),
    rules: readRules(optional(map, 'rules'), context),
    tables: readTables(optional(map, 'tables'), context),
    at: map.at,
  };
}

/** Reads a name. A decision in its place is reported: `ruleset: deny` was meant as `default: deny`. */
function readName(map: YamlMap, key: string, context: ReadContext): Located<string> | null {
  const name = readText(optional(map, key), context);
  if (name !== null && DEFAULT_ACTIONS.some((action) => action === name.value))
    context.report.add('decision-as-name', name.at, { key, text: name.value });
  return name;
}

/** Reads no rule past the limit on rules of all sources. */
function readRules(node: YamlNode | null, context: ReadContext): readonly WrittenRuleSyntax[] {
  const { limits, report, tally } = context;
  return readNamed(node, SHORT_RULE.owner, context, (item) => {
    tally.rules++;
    if (tally.rules <= limits.rules) return readRule(item, context);
    if (tally.rules === limits.rules + 1) report.add('too-many-rules', item.at, { limit: limits.rules });
    return null;
  });
}
