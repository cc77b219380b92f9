import type { FunctionSyntax, Located } from '../../../compiler/syntax.ts';
import type { ShapeSyntax } from '../../../compiler/short-syntax.ts';
import type { Analysis } from '../workspace/analysis.ts';
import { collectParts, collectWhen } from './long-names.ts';
import type { Collector } from './name-index.ts';
import { collectBudgetPath, collectExpression } from './short-names.ts';
import { levelId, ownId, scopeOf, slotId, templateId, withName, type Names, type Scope } from './scope.ts';
import { collectSource } from './source-names.ts';

type Written = Analysis['written'];

/** Takes the names of everything but rules and tables. */
export function collectDeclarations({ written, byPath }: Analysis, names: Names): void {
  const { collector } = names;
  defineAll(written, collector);
  for (const { shape } of written.documents) collectShape(shape, 'input', collector);
  for (const { columns, name, file } of written.relations) collectHeader(name.value, columns, file);
  for (const { name, parameters, body } of written.definitions) {
    let scope = scopeOf(names, `define ${name.value}`);
    for (const parameter of parameters ?? []) scope = parameterOf(scope, parameter);
    collectExpression(scope, body);
  }
  for (const one of written.functions) collectFunction(names, one);
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
  for (const { module } of written.ruleGroups)
    if (module !== null) collector.add('module', `module:${module.value}`, module.value, module.at);

  function collectHeader(
    template: string,
    columns: readonly { readonly name: Located<string> }[],
    file: string,
  ): void {
    const document = byPath.get(file);
    if (document?.kind !== 'rows') return;
    const header = document.text.slice(0, document.lines.endOf(0));
    for (const { name } of columns) {
      const at = new RegExp(`(?<=^|,|")${name.value.replace(/[^\w-]/g, '\\$&')}(?=$|,|")`).exec(
        header,
      )?.index;
      if (at !== undefined) collector.addAt('slot', slotId(template, name.value), name.value, file, at);
    }
  }
}

function collectFunction(names: Names, { name, params, body, hierarchyRef }: FunctionSyntax): void {
  // The file of a hierarchy has its name.
  const hierarchy = hierarchyRef?.value.replace(/\.ya?ml$/, '') ?? '';
  if (hierarchyRef !== null)
    names.collector.add('hierarchy', `hierarchy:${hierarchy}`, hierarchy, hierarchyRef.at);
  if (body === null) return;
  let scope = scopeOf(names, `function ${name.value}`);
  for (const { value, at } of params)
    scope = parameterOf(scope, { value: value.replace(/^\$?\?/, ''), at }, '?');
  collectSource(scope, body, name.value);
}

function defineAll(written: Written, collector: Collector): void {
  const define = (sort: Parameters<Collector['add']>[0], { value, at }: Located<string>): void => {
    collector.add(sort, `${sort}:${value}`, value, at, 'definition');
  };
  for (const { name, slots } of written.templates) {
    define('template', name);
    for (const slot of slots)
      collector.add('slot', slotId(name.value, slot.name.value), slot.name.value, slot.name.at, 'definition');
  }
  for (const { name, columns } of written.relations) {
    define('template', name);
    for (const one of columns)
      collector.add('slot', slotId(name.value, one.name.value), one.name.value, one.name.at, 'definition');
  }
  for (const { name } of written.modules) define('module', name);
  for (const { names } of written.focusOrders)
    for (const { value, at } of names) collector.add('module', `module:${value}`, value, at);
  for (const { name, levels } of written.hierarchies) {
    define('hierarchy', name);
    for (const { value, at } of levels)
      collector.add('level', levelId(name.value, value), value, at, 'definition');
  }
  for (const { name } of written.functions) define('function', name);
  for (const { name } of written.constants) define('constant', name);
  for (const { name } of written.definitions) define('definition', name);
}

/** @param sign that uses of the parameter begin with */
function parameterOf(scope: Scope, { value, at }: Located<string>, sign = ''): Scope {
  const id = ownId(scope, 'variable', value);
  scope.names.collector.add('variable', id, value, at, 'definition');
  return withName(scope, sign + value, { kind: 'value', id });
}

function collectShape(shape: ShapeSyntax, prefix: string, collector: Collector): void {
  if (shape.kind === 'object')
    for (const { name, shape: inner } of shape.members) {
      const path = `${prefix}.${name.value}`;
      collector.add('member', `member:${path}`, name.value, name.at, 'definition');
      collectShape(inner, path, collector);
    }
  if (shape.kind === 'list' || shape.kind === 'map') collectShape(shape.item, `${prefix}[]`, collector);
}
