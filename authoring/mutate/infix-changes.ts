import { createReport } from '../../compiler/diagnostics/report.ts';
import { parseShort } from '../../compiler/read/short/parse.ts';
import type {
  CallTree,
  Comparison,
  ListTree,
  MethodTree,
  PathTree,
  QuantifierTree,
  ShortExpression,
  ShortLiteral,
} from '../../compiler/short-tree.ts';
import {
  afterBlanks,
  argumentCut,
  argumentRegion,
  beforeBlanks,
  trimmed,
  type Range,
} from './infix-ranges.ts';
import { nearNumbers } from './near-numbers.ts';

/** One change of an infix text. */
interface InfixChange {
  readonly what: string;
  /** Offset of the changed place in the old text. */
  readonly start: number;
  readonly text: string;
  /** The part of the tree that is dropped or negated: it mentions its patterns no longer, or only under `not`. */
  readonly freed: ShortExpression | null;
  readonly isDropped: boolean;
}

interface Walk {
  readonly text: string;
  /** Names of the document and its items, which alone may have a `?`. */
  readonly documents: ReadonlySet<string>;
  readonly changes: InfixChange[];
}

/** Comparisons that are mistaken for each other: the bound in or out, and the other way round. */
const OTHERS: Readonly<Record<Comparison, readonly Comparison[]>> = {
  '==': ['!='],
  '!=': ['=='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
};

/** The tree of an infix text, or `null` if it is invalid. */
export function parseInfix(text: string): ShortExpression | null {
  const spanOf = (start: number, end: number): { file: string } & Range => ({ file: '', start, end });
  return parseShort({ text, at: spanOf(0, text.length), spanOf }, createReport());
}

/** Every change of one text, without those that drop all of it. */
export function infixChanges(
  text: string,
  tree: ShortExpression,
  documents: ReadonlySet<string>,
  isCondition: boolean,
): readonly InfixChange[] {
  const changes: InfixChange[] = [];
  const whole = { start: 0, end: text.length };
  const walk: Walk = { text, documents, changes };
  if (isCondition) visitCondition(walk, tree, whole, false);
  else visitValue(walk, tree, whole);
  const texts = new Set([text]);
  return changes.filter((change) => !texts.has(change.text) && texts.add(change.text));
}

/** The text in one line. */
export const inOneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, ' ');

const written = ({ text }: Walk, { start, end }: Range): string => inOneLine(text.slice(start, end));

function spliced({ text }: Walk, { start, end }: Range, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

/** Replaces `at` by a text; the description shows all of `frame`. */
function replace(
  walk: Walk,
  frame: Range,
  at: Range,
  by: string,
  freed: ShortExpression | null = null,
): void {
  const old = walk.text.slice(frame.start, frame.end);
  const changed = old.slice(0, at.start - frame.start) + by + old.slice(at.end - frame.start);
  const what = `${inOneLine(changed)} instead of ${inOneLine(old)}`;
  walk.changes.push({ what, start: at.start, text: spliced(walk, at, by), freed, isDropped: false });
}

function drop(walk: Walk, range: Range, shown: Range, freed: ShortExpression): void {
  const what = `without the condition ${written(walk, shown)}`;
  walk.changes.push({ what, start: freed.at.start, text: spliced(walk, range, ''), freed, isDropped: true });
}

/** @param region the condition with its parentheses */
function visitCondition(walk: Walk, tree: ShortExpression, region: Range, isNegated: boolean): void {
  if (!isNegated) negate(walk, tree, region);
  switch (tree.kind) {
    case 'and':
    case 'or':
      visitJoined(walk, tree);
      return;
    case 'not': {
      const word = /^(?:not\b\s*|!\s*)/.exec(walk.text.slice(tree.at.start))?.[0] ?? '';
      const start = tree.at.start + word.length;
      replace(walk, tree.at, { start: tree.at.start, end: start }, '');
      visitCondition(walk, tree.operand, trimmed(walk.text, { start, end: tree.at.end }), true);
      return;
    }
    default:
      visitValue(walk, tree, tree.at);
  }
}

/** Comparisons and memberships have opposites, which are shorter than their negations. */
function negate(walk: Walk, tree: ShortExpression, region: Range): void {
  if (tree.kind === 'not') return;
  const at = trimmed(walk.text, region);
  const isOptional = /(?<!\?)\?(?!\?)/.test(walk.text.slice(at.start, at.end));
  if ((tree.kind === 'comparison' || tree.kind === 'in') && !isOptional) return;
  const isBare = tree.kind === 'method' || tree.kind === 'quantifier' || tree.kind === 'call';
  const isClosed = isBare || at.start < tree.at.start;
  const text = walk.text.slice(at.start, at.end);
  replace(walk, at, at, isClosed ? `not ${text}` : `not (${text})`, tree);
}

function visitJoined(walk: Walk, tree: ShortExpression & { readonly kind: 'and' | 'or' }): void {
  const { operands, joins, at, kind } = tree;
  const other = kind === 'and' ? 'or' : 'and';
  for (const [i, operand] of operands.entries()) {
    const [before, after] = [joins[i - 1], joins[i]];
    const region = trimmed(walk.text, { start: before?.end ?? at.start, end: after?.start ?? at.end });
    const next = after === undefined ? region.end : afterBlanks(walk.text, after.end);
    // The first operand goes with the word after it, all others with the word before them.
    const cut =
      before === undefined
        ? { start: region.start, end: next }
        : { start: beforeBlanks(walk.text, before.start), end: region.end };
    drop(walk, cut, region, operand);
    if (after !== undefined) replace(walk, at, after, other);
    visitCondition(walk, operand, region, false);
  }
}

/** @param frame the innermost condition around the value, which descriptions show */
function visitValue(walk: Walk, tree: ShortExpression, frame: Range): void {
  switch (tree.kind) {
    case 'comparison':
      for (const sign of OTHERS[tree.sign.value]) replace(walk, tree.at, tree.sign.at, sign);
      visitValue(walk, tree.left, tree.at);
      visitValue(walk, tree.right, tree.at);
      return;
    case 'in':
      replace(walk, tree.at, tree.operatorAt, tree.isNegated ? 'in' : 'not in');
      visitValue(walk, tree.left, tree.at);
      visitValue(walk, tree.right, tree.at);
      return;
    case 'and':
    case 'or':
    case 'not':
      visitCondition(walk, tree, tree.at, false);
      return;
    case 'negative':
      visitValue(walk, tree.operand, frame);
      return;
    case 'arithmetic':
      visitValue(walk, tree.left, frame);
      visitValue(walk, tree.right, frame);
      return;
    case 'coalesce':
      if (tree.literal.value.kind === 'boolean')
        replace(walk, frame, tree.literal.at, String(!tree.literal.value.value));
      visitValue(walk, tree.literal, frame);
      return;
    case 'literal':
      for (const by of otherLiterals(tree.value)) replace(walk, frame, tree.at, by);
      return;
    case 'list':
      visitList(walk, tree, frame);
      return;
    case 'path':
      visitPath(walk, tree, frame);
      return;
    case 'call':
    case 'method':
      visitCall(walk, tree);
      return;
    case 'quantifier':
      visitQuantifier(walk, tree);
  }
}

function otherLiterals(value: ShortLiteral): readonly string[] {
  if (value.kind === 'number') return nearNumbers(value.text);
  if (value.kind !== 'duration') return [];
  return nearNumbers(value.text.slice(0, -1)).map((near) => `${near}${value.text.slice(-1)}`);
}

function visitList(walk: Walk, list: ListTree, frame: Range): void {
  for (const [i, item] of list.items.entries()) {
    if (list.items.length > 1) replace(walk, frame, argumentCut(walk.text, list, list.items, i), '');
    visitValue(walk, item, frame);
  }
}

function visitPath(walk: Walk, { root, steps, optional, at }: PathTree, frame: Range): void {
  for (const step of steps) if (step.kind === 'index') visitValue(walk, step.index, frame);
  if (optional !== null) replace(walk, frame, optional, '');
  else if (walk.documents.has(root.value)) replace(walk, frame, { start: at.end, end: at.end }, '?');
}

function visitCall(walk: Walk, tree: CallTree | MethodTree): void {
  if (tree.kind === 'method') visitValue(walk, tree.subject, tree.at);
  const isChoice = tree.kind === 'call' && tree.name.value === 'if';
  for (const [i, argument] of tree.args.entries()) {
    if (isChoice && i === 0) visitCondition(walk, argument, argument.at, false);
    // `has(path)` and `key(item)` do not take a path with `?`.
    else if (argument.kind !== 'path') visitValue(walk, argument, tree.at);
  }
}

function visitQuantifier(walk: Walk, tree: QuantifierTree): void {
  const { args, quantifier, name, source } = tree;
  const isTest = ['exists', 'forall', 'count'].includes(quantifier.value);
  const needed = isTest && quantifier.value !== 'forall' ? 0 : 1;
  const isItem = walk.documents.has(source.root.value);
  const inner = isItem ? { ...walk, documents: new Set([...walk.documents, name.value]) } : walk;
  for (const [i, argument] of args.entries()) {
    const region = argumentRegion(walk.text, tree, args, i);
    const isCondition = isTest || i < args.length - 1;
    if (args.length > needed && i === 0)
      drop(
        walk,
        argumentCut(walk.text, { at: { ...tree.at, start: source.at.start } }, args, i),
        region,
        argument,
      );
    if (isCondition) visitCondition(inner, argument, region, false);
    else visitValue(inner, argument, tree.at);
  }
}
