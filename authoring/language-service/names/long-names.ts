import type {
  ArgumentSyntax,
  Located,
  OperatorSyntax,
  PatternSyntax,
  ReasonPartSyntax,
  SlotValueSyntax,
  ThenSyntax,
  WhenSyntax,
} from '../../../compiler/syntax.ts';
import type { Span } from '../../../compiler/diagnostics/position.ts';
import { collectLevels } from './level-names.ts';
import { meaningOf, ownId, slotId, templateId, withName, type Scope } from './scope.ts';
import { collectSource } from './source-names.ts';

/** Takes the names of a long left half; returns the scope of what follows it. */
export function collectWhen(given: Scope, elements: readonly WhenSyntax[]): Scope {
  let scope = given;
  for (const element of elements) {
    switch (element.kind) {
      case 'pattern':
        scope = collectPattern(scope, element);
        break;
      case 'not':
      case 'exists':
        collectWhen(scope, element.elements);
        break;
      case 'any':
        for (const branch of element.branches) scope = collectWhen(scope, branch);
        break;
      case 'forall':
        collectWhen(collectPattern(scope, element.each), element.must);
        break;
      case 'aggregate': {
        const inside = collectWhen(scope, element.elements);
        if (element.of?.kind === 'computed') collectSource(inside, element.of.source);
        else if (element.of !== null) collectArgument(inside, element.of);
        if (element.as !== null) scope = bindVariable(scope, element.as);
        if (element.expression !== null) collectOperator(scope, element.expression);
      }
    }
  }
  return scope;
}

function collectPattern(given: Scope, pattern: PatternSyntax): Scope {
  const { collector } = given.names;
  const { template, alias, conditions } = pattern;
  let scope = given;
  collector.add('template', templateId(template.value), template.value, template.at);
  const meaning = (id: string) => ({ kind: 'fact', template: template.value, id, own: true }) as const;
  if (alias !== null) {
    const id = ownId(scope, 'alias', alias.value);
    collector.add('alias', id, alias.value, alias.at, 'definition');
    collector.setTemplate(id, template.value);
    scope = withName(scope, alias.value, meaning(id));
  }
  for (const { slot, each, bind, expression, test, now } of conditions) {
    if (slot !== null) collector.add('slot', slotId(template.value, slot.value), slot.value, slot.at);
    for (const name of [each, bind]) if (name !== null) scope = bindVariable(scope, name);
    for (const operator of [expression, now]) if (operator !== null) collectOperator(scope, operator);
    if (test !== null) collectSource(scope, test);
  }
  return scope;
}

function bindVariable(scope: Scope, name: Located<string>): Scope {
  const id = ownId(scope, 'variable', name.value);
  scope.names.collector.add(
    'variable',
    id,
    name.value,
    name.at,
    scope.bound.has(`?${name.value}`) ? 'read' : 'definition',
  );
  return withName(scope, `?${name.value}`, { kind: 'value', id });
}

function collectOperator(scope: Scope, operator: OperatorSyntax): void {
  collectLevels(
    scope,
    operator.operator.value,
    operator.args.map((arg) =>
      arg.kind === 'bare' || arg.kind === 'quoted' ? { word: arg.text, at: arg.at } : null,
    ),
  );
  for (const arg of operator.args) collectArgument(scope, arg);
}

export function collectArgument(scope: Scope, arg: ArgumentSyntax): void {
  const { collector } = scope.names;
  switch (arg.kind) {
    case 'list':
      for (const item of arg.items) collectArgument(scope, item);
      return;
    case 'map':
      for (const { value } of arg.entries) collectArgument(scope, value);
      return;
    case 'reference':
      collectReference(scope, arg.alias, arg.slot, arg.at);
      return;
    case 'variable':
      collectVariable(scope, arg.name, arg.at);
      return;
    case 'lookup':
      collector.add('constant', `constant:${arg.map}`, arg.map, arg.at);
      collectArgument(scope, arg.key);
      return;
    default:
  }
}

/** `$alias.slot` or `alias.slot`, of which the whole is known. */
function collectReference(scope: Scope, alias: string, slot: string, at: Span): void {
  const { collector } = scope.names;
  const dotted = { ...at, start: at.end };
  if (alias === 'const') {
    collector.add('constant', `constant:${slot}`, slot, tail(at, alias));
    return;
  }
  // A cell of a short table names a template that its conditions mention.
  const meaning = meaningOf(scope, alias);
  if (meaning?.kind !== 'fact') return;
  collector.add(meaning.own ? 'alias' : 'template', meaning.id, alias, { ...at, end: dotted.start });
  collector.add('slot', slotId(meaning.template, slot), slot, tail(at, alias));
}

/** The text behind the alias and its dot; braces and signs in front of them are at most three characters. */
function tail(at: Span, alias: string): Span {
  return { ...at, start: Math.min(at.end, at.start + alias.length + 1) };
}

function collectVariable(scope: Scope, name: string, at: Span): void {
  const id = scope.bound.get(`?${name}`)?.id ?? ownId(scope, 'variable', name);
  scope.names.collector.add('variable', id, name, at);
}

export function collectParts(scope: Scope, parts: readonly ReasonPartSyntax[]): void {
  for (const part of parts) {
    if (part.kind === 'variable') collectVariable(scope, part.name, part.at);
    if (part.kind === 'reference') collectReference(scope, part.alias, part.slot, part.at);
    if (part.kind === 'bare' && part.slot !== null) collectReference(scope, part.name, part.slot, part.at);
  }
}

export function collectThen(scope: Scope, then: ThenSyntax): void {
  const { collector } = scope.names;
  collectParts(scope, then.reason);
  collectParts(scope, then.scope ?? []);
  for (const { parts } of then.metadata) collectParts(scope, parts);
  for (const { properties } of then.obligations) for (const value of properties) collectValue(scope, value);
  for (const { template, slots } of then.assert) {
    collector.add('template', templateId(template.value), template.value, template.at, 'write');
    for (const value of slots) {
      collector.add(
        'slot',
        slotId(template.value, value.slot.value),
        value.slot.value,
        value.slot.at,
        'write',
      );
      collectValue(scope, value);
    }
  }
  for (const alias of then.retract) collectFact(scope, alias);
  for (const { fact, slots } of then.modify) {
    const template = collectFact(scope, fact);
    for (const value of slots) {
      if (template !== null)
        collector.add('slot', slotId(template, value.slot.value), value.slot.value, value.slot.at, 'write');
      collectValue(scope, value);
    }
  }
}

function collectFact(scope: Scope, alias: Located<string>): string | null {
  const meaning = scope.bound.get(alias.value);
  if (meaning?.kind !== 'fact') return null;
  scope.names.collector.add('alias', meaning.id, alias.value, alias.at);
  return meaning.template;
}

function collectValue(scope: Scope, value: SlotValueSyntax): void {
  for (const { source, parts, lookup } of value.items ?? [
    value as Exclude<SlotValueSyntax, { items: readonly unknown[] }>,
  ]) {
    if (lookup !== null) collectArgument(scope, lookup);
    else if (/^[?(]/.test(source.text)) collectSource(scope, source);
    else collectParts(scope, parts);
  }
}
