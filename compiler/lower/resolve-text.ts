/** `text("…{place}…")`: a text that a condition makes, as reasons are made. */
import { parseShortText } from '../read/short/text.ts';
import type { CallTree, LiteralTree, ShortExpression } from '../short-tree.ts';
import type { SourceText } from '../syntax.ts';
import { textNode } from './document/documents.ts';
import type { Resolved } from './resolved.ts';
import { failRule, type RuleScope } from './scope.ts';

/** A call that joins the parts; null, reported, if a place is not a value. */
export function resolveText(
  rule: RuleScope,
  { name, args, at }: CallTree,
  resolveInner: (tree: ShortExpression) => Resolved | null,
): Resolved | null {
  const [written, another] = args;
  if (written?.kind !== 'literal' || written.value.kind !== 'text' || another !== undefined)
    return failRule(rule, 'short-arguments', at, { form: 'text("…{path}…")' });
  const { parts } = parseShortText(sourceOf(written, written.value.value), 'text', rule.report);
  const joined = parts.map((part): Resolved | null => {
    if (part.kind === 'text')
      return { kind: 'literal', value: { kind: 'text', value: part.text, isRaw: true }, at: written.at };
    const place = resolveInner(part.tree);
    return place && placeOf(rule, place);
  });
  const whole = joined.filter((part) => part !== null);
  if (whole.length < joined.length) return null;
  const [only, further] = whole;
  if (only === undefined) return { kind: 'literal', value: { kind: 'text', value: '', isRaw: true }, at };
  if (only.kind === 'literal' && further === undefined) return { ...only, at };
  return { kind: 'call', name: { value: 'str-cat', at: name.at }, args: whole, isOwn: false, at };
}

/** Exact places where the text is written as it is. */
function sourceOf({ at }: LiteralTree, text: string): SourceText {
  const isVerbatim = at.end - at.start === text.length + 2;
  return {
    text,
    at,
    spanOf: (start, end) =>
      isVerbatim ? { ...at, start: at.start + 1 + start, end: at.start + 1 + end } : at,
  };
}

function placeOf(rule: RuleScope, place: Resolved): Resolved | null {
  const { at } = place;
  switch (place.kind) {
    case 'path':
      return { ...place, node: textNode(rule.documents, place.node) };
    case 'coalesce': {
      const { path, literal } = place;
      const text = literal.value.kind === 'boolean' ? String(literal.value.value) : textOf(literal.value);
      const value = { kind: 'text', value: text, isRaw: true } as const;
      const node = textNode(rule.documents, path.node);
      return { ...place, path: { ...path, node }, literal: { ...literal, value } };
    }
    case 'slot': {
      const { type, isList } = place.slot;
      if (isList || type === 'time') return refuse(rule, place);
      return type === 'boolean' ? truthText(place) : place;
    }
    case 'variable': {
      const isList = place.binding.kind === 'let' && place.binding.isList;
      return isList ? refuse(rule, place) : place;
    }
    case 'constant':
      return place.constant.kind === 'single' ? place : refuse(rule, place);
    case 'lookup':
    case 'call':
    case 'arithmetic':
      return place;
    case 'literal':
      return place.value.kind === 'text' ? place : refuse(rule, place);
    default:
      return failRule(rule, 'short-argument', at);
  }
}

const textOf = (value: { readonly text: string } | { readonly value: string }): string =>
  'text' in value ? value.text : value.value;

const refuse = (rule: RuleScope, { at }: Resolved): null => failRule(rule, 'short-argument', at);

function truthText(test: Resolved): Resolved {
  const { at } = test;
  const word = (value: string): Resolved => ({
    kind: 'literal',
    value: { kind: 'text', value, isRaw: true },
    at,
  });
  return {
    kind: 'call',
    name: { value: 'if', at },
    args: [test, word('true'), word('false')],
    isOwn: false,
    at,
  };
}
