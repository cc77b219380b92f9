/** Texts of a right half with their places filled in. */
import type { Span } from '../diagnostics/position.ts';
import type { ShortText } from '../short-syntax.ts';
import type { ShortExpression } from '../short-tree.ts';
import type { ReasonPartSyntax } from '../syntax.ts';
import { findPattern, type LoweredRule, type PatternContext } from './context.ts';
import { bindCondition } from './new-condition.ts';
import { textSlot } from './document/hidden.ts';
import { resolve } from './resolve.ts';
import type { Binding } from './resolved.ts';
import { failRule } from './scope.ts';

/** Where the names of a right half come from: patterns, or a long left half, whose names are checked later. */
export type Names =
  | { readonly form: 'long' }
  | {
      readonly form: 'short';
      readonly contexts: readonly PatternContext[];
      readonly hasAlternatives: boolean;
    };

export interface Writer {
  readonly rule: LoweredRule;
  readonly names: Names;
}

export function partsOfText(writer: Writer, { parts }: ShortText): readonly ReasonPartSyntax[] {
  return parts.flatMap((part): readonly ReasonPartSyntax[] => {
    if (part.kind === 'text') return [part];
    const place = placeOf(writer, part.tree, part.at);
    return place === null ? [] : [place];
  });
}

/** The place of a path, name or key in a text. */
function placeOf(writer: Writer, tree: ShortExpression, at: Span): ReasonPartSyntax | null {
  const { rule, names } = writer;
  if (names.form === 'long') return longPlace(writer, tree, at);
  const value = resolve(rule, tree, rule.scope);
  if (value === null) return null;
  const { documents } = rule;
  switch (value.kind) {
    case 'variable':
      return { kind: 'variable', name: value.binding.name, at };
    case 'slot':
      return referenceTo(writer, value.binding, value.slot.name, at);
    case 'constant':
      return { kind: 'reference', alias: 'const', slot: value.constant.name, at };
    case 'path':
      if (value.binding.kind === 'item' && value.binding.entry !== undefined) return failEntry(writer, at);
      return referenceTo(writer, value.binding, textSlot(documents, value.node, null), at);
    case 'coalesce': {
      const { path, literal } = value;
      if (path.binding.kind === 'item' && path.binding.entry !== undefined) return failEntry(writer, at);
      if (path.node.isList === true) {
        const place = rule.placeOf(path.node.at);
        failRule(rule, 'short-input-type', at, {
          path: path.node.shown,
          found: 'one value',
          other: 'a list',
          place,
        });
      }
      return referenceTo(writer, path.binding, textSlot(documents, path.node, literal.value), at);
    }
    default: {
      const name = value.kind === 'whole' ? value.binding.name : '…';
      failRule(rule, 'short-path', at, {
        problem: `\`${name}\` is not a value: name one of its slots or members`,
      });
      return null;
    }
  }
}

function failEntry({ rule }: Writer, at: Span): null {
  const problem = 'a text cannot name the entry of a key that is not written out';
  return failRule(rule, 'short-path', at, { problem });
}

/** Beside a long `when`, aliases and variables are names. */
export function longPlace({ rule }: Writer, tree: ShortExpression, at: Span): ReasonPartSyntax | null {
  if (tree.kind === 'path' && tree.optional === null) {
    const [slot, further] = tree.steps;
    if (slot === undefined) return { kind: 'variable', name: tree.root.value, at };
    if (slot.kind === 'member' && further === undefined)
      return { kind: 'reference', alias: tree.root.value, slot: slot.name, at };
  }
  failRule(rule, 'short-value', at);
  return null;
}

/** `alias.slot`, or a variable that every alternative binds. */
export function referenceTo(
  writer: Writer,
  binding: Binding,
  slot: string,
  at: Span,
): ReasonPartSyntax | null {
  const { rule, names } = writer;
  if (names.form === 'long') return null;
  const drafts = names.contexts.map((context) => findPattern(context, binding));
  if (drafts.includes(null)) {
    failRule(rule, 'short-alternatives', at, { name: binding.name });
    return null;
  }
  if (!names.hasAlternatives) return { kind: 'reference', alias: binding.name, slot, at };
  const name = `${binding.name}-${slot}`;
  for (const draft of drafts) {
    const isBound = draft?.conditions.some(({ bind }) => bind?.value === name);
    if (!isBound) draft?.conditions.push(bindCondition(slot, name, false, at));
  }
  return { kind: 'variable', name, at };
}
