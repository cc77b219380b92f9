import type { Located } from '../../../compiler/syntax.ts';
import type { LeftSyntax, RightSyntax, ShapeSyntax } from '../../../compiler/short-syntax.ts';
import type { Document } from '../documents/document.ts';
import type { RulesetOfDocument } from '../workspace/workspace.ts';
import { collectArgument, collectParts, collectSource, collectThen, collectWhen } from './long-names.ts';
import { createCollector, type Collector, type NameIndex } from './name-index.ts';
import {
  collectBudgetPath,
  collectExpression,
  collectLeft,
  collectRight,
  collectShortText,
} from './short-names.ts';
import { levelId, ownId, slotId, templateId, withName, type Names, type Scope } from './scope.ts';
import { collectGraph, collectSuite } from './suite-names.ts';

const indexes = new WeakMap<RulesetOfDocument, NameIndex>();

/** Every name of a ruleset and its suites, bound as the compiler binds it. */
export function namesOf(ruleset: RulesetOfDocument): NameIndex {
  let index = indexes.get(ruleset);
  if (index === undefined) indexes.set(ruleset, (index = collectNames(ruleset)));
  return index;
}

function collectNames({ analysis, suites, graphs, name }: RulesetOfDocument): NameIndex {
  const { written } = analysis;
  // Conditions in suites have their places there.
  const collector = createCollector(
    new Map([...analysis.byPath, ...suites.map((suite): [string, Document] => [suite.key, suite])]),
  );
  const names: Names = {
    collector,
    templates: new Set([...written.templates, ...written.relations].map(({ name }) => name.value)),
    functions: new Set(written.functions.map(({ name }) => name.value)),
    definitions: new Set(written.definitions.map(({ name }) => name.value)),
    levels: levelsOf(written),
    hierarchies: new Set(written.hierarchies.map(({ name }) => name.value)),
  };
  defineAll(analysis.written, collector);
  for (const { shape } of written.documents) collectShape(shape, 'input', collector);
  for (const { columns, name, file } of written.relations) collectHeader(name.value, columns, file);
  for (const { name, parameters, body } of written.definitions) {
    let scope = scopeOf(names, `define ${name.value}`);
    for (const parameter of parameters ?? []) scope = parameterOf(scope, parameter);
    collectExpression(scope, body);
  }
  for (const one of written.functions) {
    if (one.hierarchyRef !== null)
      collector.add(
        'hierarchy',
        `hierarchy:${one.hierarchyRef.value}`,
        one.hierarchyRef.value,
        one.hierarchyRef.at,
      );
    if (one.body !== null) collectSource(scopeOf(names, `function ${one.name.value}`), one.body);
  }
  for (const { template, slots } of written.inputs) {
    collector.add('template', templateId(template.value), template.value, template.at);
    for (const { slot } of slots)
      collector.add('slot', slotId(template.value, slot.value), slot.value, slot.at);
  }
  for (const { name, for: of, condition, per, amount, limit } of written.budgets) {
    if (names.templates.has(of.value)) collector.add('template', templateId(of.value), of.value, of.at);
    const scope = scopeOf(names, `budget ${name.value}`);
    if (condition?.form === 'short') for (const part of condition.if) collectExpression(scope, part);
    if (condition?.form === 'long') collectWhen(scope, condition.when);
    for (const path of [...per, amount, limit])
      if (path?.kind === 'path') collectBudgetPath(scope, of.value, path);
  }
  for (const one of written.defaults) collectParts(scopeOf(names, 'default'), one.reason?.parts ?? []);
  collectGroups(analysis.written, names);
  const budgets = new Map(written.budgets.map((one) => [one.name.value, keysOf(one)]));
  for (const suite of suites) collectSuite(suite, names, budgets);
  for (const graph of graphs) collectGraph(graph, name, collector);
  return collector.index();

  function collectHeader(
    template: string,
    columns: readonly { readonly name: Located<string> }[],
    file: string,
  ): void {
    const document = analysis.byPath.get(file);
    if (document?.kind !== 'rows') return;
    const header = document.text.slice(0, document.lines.endOf(0));
    for (const { name } of columns) {
      const at = new RegExp(`(?<=^|,|")${name.value.replace(/[^\w-]/g, '\\$&')}(?=$|,|")`).exec(
        header,
      )?.index;
      if (at !== undefined) collector.addAt('slot', slotId(template, name.value), name.value, document, at);
    }
  }
}

type Written = RulesetOfDocument['analysis']['written'];

/** Slots by the names that the key of a budget gives their values. */
function keysOf({ for: of, per }: Written['budgets'][number]): ReadonlyMap<string, string> {
  return new Map(
    per.map(({ root, steps }) => {
      const last = steps.at(-1);
      const name = last?.kind === 'member' ? last.name : root.value;
      return [name, slotId(of.value, name)];
    }),
  );
}

function defineAll(written: Written, collector: Collector): void {
  const define = (sort: Parameters<Collector['add']>[0], { value, at }: Located<string>): void => {
    collector.add(sort, `${sort}:${value}`, value, at, true);
  };
  for (const { name, slots } of written.templates) {
    define('template', name);
    for (const slot of slots)
      collector.add('slot', slotId(name.value, slot.name.value), slot.name.value, slot.name.at, true);
  }
  for (const { name, columns } of written.relations) {
    define('template', name);
    for (const one of columns)
      collector.add('slot', slotId(name.value, one.name.value), one.name.value, one.name.at, true);
  }
  for (const { name } of written.modules) define('module', name);
  for (const { names } of written.focusOrders)
    for (const { value, at } of names) collector.add('module', `module:${value}`, value, at);
  for (const { name, levels } of written.hierarchies) {
    define('hierarchy', name);
    for (const { value, at } of levels) collector.add('level', levelId(name.value, value), value, at, true);
  }
  for (const { name } of written.functions) define('function', name);
  for (const { name } of written.constants) define('constant', name);
  for (const { name } of written.definitions) define('definition', name);
}

/** The hierarchies that have each level. */
function levelsOf({ hierarchies }: Written): ReadonlyMap<string, readonly string[]> {
  const owners = new Map<string, string[]>();
  for (const { name, levels } of hierarchies)
    for (const { value } of levels) owners.set(value, [...(owners.get(value) ?? []), name.value]);
  return owners;
}

const scopeOf = (names: Names, owner: string): Scope => ({ names, owner, bound: new Map() });

function parameterOf(scope: Scope, { value, at }: Located<string>): Scope {
  const id = ownId(scope, 'variable', value);
  scope.names.collector.add('variable', id, value, at, true);
  return withName(scope, value, { kind: 'value', id });
}

function collectShape(shape: ShapeSyntax, prefix: string, collector: Collector): void {
  if (shape.kind === 'object')
    for (const { name, shape: inner } of shape.members) {
      const path = `${prefix}.${name.value}`;
      collector.add('member', `member:${path}`, name.value, name.at, true);
      collectShape(inner, path, collector);
    }
  if (shape.kind === 'list' || shape.kind === 'map') collectShape(shape.item, `${prefix}[]`, collector);
}

function collectGroups(written: Written, names: Names): void {
  const { collector } = names;
  for (const { module, rules, tables } of written.ruleGroups) {
    const own = module?.value ?? 'MAIN';
    if (module !== null) collector.add('module', `module:${own}`, own, module.at);
    const define = ({ value, at }: Located<string>, of = own): Scope => {
      collector.add('rule', `rule:${of}::${value}`, value, at, true);
      return scopeOf(names, `${at.file} ${at.start}`);
    };
    for (const one of rules) {
      const scope = define(one.rule.name);
      if (one.form === 'short') collectHalves(scope, one.rule.left, one.rule.right);
      else {
        const inside = collectWhen(scope, one.rule.when);
        for (const { parts } of one.rule.metadata) collectParts(inside, parts);
        collectThen(inside, one.rule.then);
      }
    }
    for (const one of tables) {
      const { table } = one.form === 'long' ? one : { table: one.table.table };
      if (table.module !== null)
        collector.add('module', `module:${table.module.value}`, table.module.value, table.module.at);
      const scope = define(table.name, table.module?.value ?? own);
      const inside =
        one.form === 'long' ? collectWhen(scope, table.when) : collectLeftHalf(scope, one.table.left);
      for (const input of table.inputs) collectArgument(inside, input);
      if (one.form === 'short') for (const input of one.table.inputs) collectExpression(inside, input);
      if (one.form === 'short') for (const text of one.table.texts.values()) collectShortText(inside, text);
      for (const row of [...table.rows, ...(table.default === null ? [] : [table.default])])
        collectThen(inside, row.then);
    }
  }
}

function collectLeftHalf(scope: Scope, left: LeftSyntax): Scope {
  return left.form === 'short' ? collectLeft(scope, left) : collectWhen(scope, left.when);
}

function collectHalves(scope: Scope, left: LeftSyntax, right: RightSyntax): void {
  const inside = collectLeftHalf(scope, left);
  if (right.form === 'short') collectRight(inside, right);
  else {
    for (const { parts } of right.metadata) collectParts(inside, parts);
    collectThen(inside, right.then);
  }
}
