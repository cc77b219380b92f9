import { createReport } from '../../../compiler/diagnostics/report.ts';
import { parseShortText } from '../../../compiler/read/short/text.ts';
import { partsOf } from '../../../compiler/lower/tree-parts.ts';
import type {
  ForSyntax,
  ShortLeftSyntax,
  ShortRightSyntax,
  ShortText,
} from '../../../compiler/short-syntax.ts';
import type { CallTree, ConstructorTree, PathTree, ShortExpression } from '../../../compiler/short-tree.ts';
import { collectLevels, type WordArgument } from './level-names.ts';
import { meaningOf, ownId, slotId, templateId, withName, type Meaning, type Scope } from './scope.ts';

/** Takes the names of a short left half; returns the scope of what follows it. */
export function collectLeft(given: Scope, left: ShortLeftSyntax): Scope {
  let scope = given;
  for (const one of left.for) scope = bindFor(scope, one);
  for (const { name, value } of left.let) {
    collectExpression(scope, value);
    const id = ownId(scope, 'variable', name.value);
    scope.names.collector.add('variable', id, name.value, name.at, 'definition');
    scope = withName(scope, name.value, { kind: 'value', id });
  }
  for (const condition of left.if) collectExpression(scope, condition);
  return scope;
}

function bindFor(scope: Scope, { name, source, isNamed }: ForSyntax): Scope {
  // A source is a template even where a name before it is spelled like it.
  const isTemplate = source.steps.length === 0 && scope.names.templates.has(source.root.value);
  const meaning = collectPath(isTemplate ? { ...scope, bound: new Map() } : scope, source);
  return isNamed || source.steps.length > 0 ? bind(scope, name, meaning, isNamed) : scope;
}

/** Gives a name to what a source leads to. */
function bind(
  scope: Scope,
  name: { value: string; at: PathTree['at'] },
  source: Meaning | null,
  isNamed: boolean,
): Scope {
  if (!isNamed)
    return source === null
      ? scope
      : withName(
          scope,
          name.value,
          source.kind === 'path' ? { ...source, prefix: `${source.prefix}[]` } : source,
        );
  const id = ownId(scope, 'alias', name.value, name.at);
  scope.names.collector.add('alias', id, name.value, name.at, 'definition');
  if (source?.kind === 'fact' && !source.own) {
    scope.names.collector.setTemplate(id, source.template);
    return withName(scope, name.value, { ...source, id, own: true });
  }
  if (source?.kind === 'path')
    return withName(scope, name.value, { kind: 'path', prefix: `${source.prefix}[]`, id });
  return withName(scope, name.value, { kind: 'value', id });
}

/** Takes the names of a path; returns what it leads to. */
function collectPath(scope: Scope, { root, steps }: PathTree): Meaning | null {
  const { collector, definitions } = scope.names;
  for (const step of steps) {
    if (step.kind === 'index') collectExpression(scope, step.index);
    if (step.kind === 'union') for (const name of step.names) collectExpression(scope, name);
  }
  const [first] = steps;
  if (root.value === 'const' && !scope.names.templates.has('const')) {
    if (first?.kind === 'member') collector.add('constant', `constant:${first.name}`, first.name, first.at);
    return null;
  }
  const meaning = meaningOf(scope, root.value);
  if (meaning === null) {
    if (definitions.has(root.value))
      collector.add('definition', `definition:${root.value}`, root.value, root.at);
    return null;
  }
  if (meaning.id !== '') {
    const sort =
      meaning.kind === 'fact' && !meaning.own
        ? 'template'
        : meaning.kind === 'value' && meaning.id.startsWith('variable')
          ? 'variable'
          : meaning.id.startsWith('member')
            ? 'member'
            : 'alias';
    collector.add(sort, meaning.id, root.value, root.at);
  }
  if (meaning.kind === 'fact') {
    if (first?.kind !== 'member') return meaning;
    collector.add('slot', slotId(meaning.template, first.name), first.name, first.at);
    return { kind: 'value', id: '' };
  }
  if (meaning.kind === 'value') return meaning;
  let { prefix, id } = meaning;
  for (const step of steps) {
    if (step.kind === 'member') {
      prefix += `.${step.name}`;
      id = `member:${prefix}`;
      collector.add('member', id, step.name, step.at);
    } else if (step.kind === 'index' && step.index.kind === 'literal' && step.index.value.kind === 'text')
      prefix += `.${step.index.value.value}`;
    else prefix += '[]';
  }
  return { kind: 'path', prefix, id };
}

export function collectExpression(scope: Scope, tree: ShortExpression): void {
  const { collector, functions, definitions } = scope.names;
  if (tree.kind === 'path') {
    collectPath(scope, tree);
    return;
  }
  if (tree.kind === 'quantifier') {
    const source = collectPath(scope, tree.source);
    const isNamed =
      tree.name.at.start !== tree.source.root.at.start && tree.name.at.end <= tree.source.at.start;
    const own = isNamed || tree.source.steps.length > 0 ? bind(scope, tree.name, source, isNamed) : scope;
    for (const arg of tree.args) collectExpression(own, arg);
    return;
  }
  if (tree.kind === 'method') collectLevels(scope, tree.operator.value, tree.args.map(wordOf));
  if (tree.kind === 'call') {
    const { value, at } = tree.name;
    if (value === 'text') collectTextCall(scope, tree);
    if (definitions.has(value)) collector.add('definition', `definition:${value}`, value, at);
    else if (functions.has(value)) collector.add('function', `function:${value}`, value, at);
  }
  for (const part of partsOf(tree)) collectExpression(scope, part);
}

function wordOf(tree: ShortExpression): WordArgument | null {
  if (tree.kind === 'literal' && tree.value.kind === 'text') return { word: tree.value.value, at: tree.at };
  return tree.kind === 'path' && tree.steps.length === 0 ? { word: tree.root.value, at: tree.at } : null;
}

/** The names in the places of `text("…")`. */
function collectTextCall(scope: Scope, { args: [first] }: CallTree): void {
  if (first !== undefined) collectTextLiteral(scope, first);
}

/** The names in the places of a text that is a value; those of any other value are taken elsewhere. */
function collectTextLiteral(scope: Scope, tree: ShortExpression): void {
  if (tree.kind !== 'literal' || tree.value.kind !== 'text') return;
  const { at, value } = tree;
  // Behind the quote, and the backslash that YAML needs before it in double quotes.
  const inside = scope.names.collector.textAt(at).indexOf(value.value);
  const spanOf = (start: number, end: number): typeof at =>
    inside === -1 ? at : { file: at.file, start: at.start + inside + start, end: at.start + inside + end };
  const source = { text: value.value, at, spanOf };
  collectShortText(scope, parseShortText(source, 'text', createReport()));
}

/** A path of a budget begins with a slot of the facts that it counts, or as any other. */
export function collectBudgetPath(scope: Scope, template: string, path: PathTree): void {
  const { root, steps } = path;
  const id = slotId(template, root.value);
  if (steps.length === 0 && scope.names.collector.has(id))
    scope.names.collector.add('slot', id, root.value, root.at);
  else collectPath(scope, path);
}

export function collectShortText(scope: Scope, text: ShortText | null): void {
  for (const part of text?.parts ?? []) if (part.kind === 'place') collectExpression(scope, part.tree);
}

export function collectRight(scope: Scope, right: ShortRightSyntax): void {
  const { collector } = scope.names;
  collectShortText(scope, right.action?.text ?? null);
  collectShortText(scope, right.reason);
  for (const { text } of right.metadata) collectShortText(scope, text);
  for (const made of right.assert) {
    collector.add('template', templateId(made.name.value), made.name.value, made.name.at, 'write');
    collectValues(scope, made, made.name.value);
  }
  for (const changed of right.modify) {
    const meaning = collectPath(scope, {
      kind: 'path',
      root: changed.name,
      steps: [],
      optional: null,
      at: changed.name.at,
    });
    collectValues(scope, changed, meaning?.kind === 'fact' ? meaning.template : null);
  }
  for (const name of right.retract)
    collectPath(scope, { kind: 'path', root: name, steps: [], optional: null, at: name.at });
  for (const obligation of right.obligations)
    if ('name' in obligation) collectValues(scope, obligation, null);
}

function collectValues(scope: Scope, { values }: ConstructorTree, template: string | null): void {
  for (const { slot, value } of values) {
    if (template !== null)
      scope.names.collector.add('slot', slotId(template, slot.value), slot.value, slot.at, 'write');
    collectTextLiteral(scope, value);
    collectExpression(scope, value);
  }
}
