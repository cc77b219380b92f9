/** Values of constructors as slots of the long form. */
import type { Span } from '../diagnostics/position.ts';
import type { ShortExpression } from '../short-tree.ts';
import type { ReasonPartSyntax, SlotItemSyntax } from '../syntax.ts';
import { readingsOf } from './companions.ts';
import { lowerFormula } from './conjunction.ts';
import { defaultSlot, valueSlot } from './document/hidden.ts';
import { missingPaths } from './formula.ts';
import { operandOf } from './operand.ts';
import { longPlace, partsOfText, referenceTo, type Writer } from './right-parts.ts';
import { parseText } from './right-texts.ts';
import { resolve } from './resolve.ts';
import type { Binding, CoalesceValue, PathValue, Resolved } from './resolved.ts';
import { failRule } from './scope.ts';
import { testForm } from './test-form.ts';
import { piece, sourceOf, type TestText } from './test-text.ts';
import type { SlotInfo } from './vocabulary.ts';

/** One value: a literal, a reference, or an expression as CLIPS writes it. */
export function itemOf(writer: Writer, tree: ShortExpression, slot: SlotInfo | null): SlotItemSyntax | null {
  const { rule, names } = writer;
  const { at } = tree;
  if (tree.kind === 'literal') return literalItem(writer, tree);
  if (names.form === 'long') {
    const place = tree.kind === 'path' ? longPlace(writer, tree, at) : null;
    if (place === null && tree.kind !== 'path') failRule(rule, 'short-value', at);
    return place && sourceItem(placeSource(place, at), at);
  }
  const value = resolve(rule, tree, rule.scope);
  return value && valueItem(writer, value, slot);
}

const placeSource = (place: ReasonPartSyntax, at: Span): TestText =>
  piece(
    place.kind === 'reference'
      ? `$${place.alias}.${place.slot}`
      : place.kind === 'variable'
        ? `?${place.name}`
        : place.text,
    at,
  );

/** A value that is source: a reference, a variable or an expression. */
function sourceItem(pieces: TestText, at: Span): SlotItemSyntax {
  const source = sourceOf(pieces, at);
  const scalar = { kind: 'string', value: source.text, text: source.text } as const;
  return { source, scalar, parts: [{ kind: 'text', text: source.text }], lookup: null };
}

/** Texts that would be read as source or as a reference. */
const LOOKS_LIKE_SOURCE = /^(?:\$?\?|\(|\$|literal\()/;

function literalItem(
  writer: Writer,
  { value, at }: Extract<ShortExpression, { kind: 'literal' }>,
): SlotItemSyntax {
  if (value.kind === 'text') {
    const parts = partsOfText(writer, parseText(value.value, at, writer.rule.report));
    const isPlain = parts.every(({ kind }) => kind === 'text');
    const text = isPlain && LOOKS_LIKE_SOURCE.test(value.value) ? `literal(${value.value})` : value.value;
    const source = sourceOf(piece(text, at), at);
    return { source, scalar: { kind: 'string', value: text, text }, parts, lookup: null };
  }
  const text = value.kind === 'boolean' ? String(value.value) : value.text;
  const source = sourceOf(piece(text, at), at);
  const parts = [{ kind: 'text', text } as const];
  if (value.kind === 'boolean')
    return { source, scalar: { kind: 'boolean', value: value.value, text }, parts, lookup: null };
  if (value.kind === 'duration')
    return { source, scalar: { kind: 'string', value: text, text }, parts, lookup: null };
  const scalar = value.isInteger
    ? ({ kind: 'integer', value: BigInt(text), text } as const)
    : ({ kind: 'float', value: Number(text), text } as const);
  return { source, scalar, parts, lookup: null };
}

function valueItem(writer: Writer, value: Resolved, slot: SlotInfo | null): SlotItemSyntax | null {
  const { at } = value;
  switch (value.kind) {
    case 'slot':
      return itemAt(writer, value.binding, value.slot.name, at);
    case 'variable': {
      const { binding } = value;
      const isList = binding.kind === 'let' && binding.isList;
      return sourceItem(piece(`${isList ? '$?' : '?'}${binding.name}`, at), at);
    }
    case 'constant':
      return sourceItem(piece(`$const.${value.constant.name}`, at), at);
    case 'lookup':
      return lookupItem(writer, value);
    case 'path':
      return pathItem(writer, value);
    case 'coalesce':
      return defaultItem(writer, value);
    default:
      return computedItem(writer, value, slot);
  }
}

function computedItem(
  { rule, names }: Writer,
  value: Resolved,
  slot: SlotInfo | null,
): SlotItemSyntax | null {
  const { at } = value;
  if (names.form === 'long') return null;
  const [context] = names.contexts;
  if (names.hasAlternatives || context === undefined) {
    failRule(rule, 'short-alternatives', at, { name: 'a computed value' });
    return null;
  }
  const [missing] = missingPaths(value);
  const readings = readingsOf(value);
  // The rule waits for the value, so one that closes needs a value that is always known.
  if (rule.closes && (missing !== undefined || readings.length > 0)) {
    failRule(rule, 'short-value-missing', at, { path: missing?.node.shown ?? 'this value' });
    return null;
  }
  for (const reading of readings) lowerFormula(context, reading, 'certain');
  const test = testForm({ context, drafts: [] }, value, slot?.type === 'symbol' ? 'symbol' : null);
  return sourceItem(test, at);
}

function itemAt(writer: Writer, binding: Binding, slot: string, at: Span): SlotItemSyntax | null {
  const place = referenceTo(writer, binding, slot, at);
  return place && sourceItem(placeSource(place, at), at);
}

/** A path as a value: the rule waits for it, so a rule that closes needs one that is never missing. */
function pathItem(writer: Writer, { node, binding, at }: PathValue): SlotItemSyntax | null {
  const { rule, names } = writer;
  if (names.form === 'long') return null;
  if (node.isDefinite) return itemAt(writer, binding, valueSlot(rule.documents, node), at);
  const [context] = names.contexts;
  if (rule.closes) failRule(rule, 'short-value-missing', at, { path: node.shown });
  else if (names.hasAlternatives || context === undefined)
    failRule(rule, 'short-alternatives', at, { name: node.shown });
  else {
    const operand = operandOf(context, { kind: 'path', node, binding, isOptional: false, at });
    if (operand.kind === 'slot') return sourceItem(piece(`$${operand.draft.alias}.${operand.slot}`, at), at);
  }
  return null;
}

function defaultItem(writer: Writer, { path, literal, at }: CoalesceValue): SlotItemSyntax | null {
  const { documents } = writer.rule;
  if (path.node.isDefinite) return pathItem(writer, path);
  return itemAt(writer, path.binding, defaultSlot(documents, path.node, literal.value), at);
}

/** `$const.map[key]` */
function lookupItem(
  writer: Writer,
  { constant, key, at }: Extract<Resolved, { kind: 'lookup' }>,
): SlotItemSyntax | null {
  if (key.kind === 'literal' && key.value.kind === 'text') {
    const { value } = key.value;
    const argument = { kind: 'quoted', text: value, isLiteral: true, at: key.at } as const;
    const item = sourceItem(piece(`$const.${constant.name}["${value}"]`, at), at);
    return { ...item, lookup: { kind: 'lookup', map: constant.name, key: argument, at } };
  }
  if (key.kind !== 'slot') {
    failRule(writer.rule, 'short-argument', key.at);
    return null;
  }
  const place = referenceTo(writer, key.binding, key.slot.name, key.at);
  if (place === null || place.kind === 'text') return null;
  const item = sourceItem(
    [...piece(`$const.${constant.name}[`, at), ...placeSource(place, key.at), ...piece(']', at)],
    at,
  );
  return { ...item, lookup: { kind: 'lookup', map: constant.name, key: place, at } };
}
