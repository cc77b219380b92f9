/** `then` and `metadata` as the keys of a short body. */
import type {
  AssertSyntax,
  MetadataSyntax,
  ModifySyntax,
  ObligationSyntax,
  ReasonPartSyntax,
  SlotItemSyntax,
  SlotValueSyntax,
  ThenSyntax,
} from '../../../compiler/syntax.ts';
import { quoted } from './fragment.ts';
import { refuse } from './raise-names.ts';
import { referenceText, variableText, type RaiseScope } from './raise-scope.ts';
import { infixOf, unquoted } from './raise-test.ts';
import { readForm } from './read-form.ts';

/** A value of a key: a text, `true`, or several of them. */
export type ShortValue = string | true | readonly string[] | ReadonlyMap<string, string>;
export type ShortRight = readonly (readonly [key: string, value: ShortValue])[];

const TARGETS: ReadonlySet<string> = new Set(['route', 'scope']);
const ACTIONS: ReadonlySet<string> = new Set(['allow', 'deny', 'escalate', ...TARGETS]);

/** The right half in the short form; null if it has none. */
export function raiseRight(
  scope: RaiseScope,
  then: ThenSyntax,
  metadata: readonly MetadataSyntax[],
): ShortRight | null {
  const entries: (readonly [string, ShortValue])[] = [];
  const action = then.action?.value ?? null;
  const isTarget = action !== null && TARGETS.has(action);
  if (action !== null && !ACTIONS.has(action)) return null;
  if ((then.scope !== null && !isTarget) || (then.reason.length > 0 && action === null)) return null;
  const reason = then.reason.length === 0 ? null : textOf(scope, then.reason, true);
  const target = then.scope === null ? null : textOf(scope, then.scope, false);
  if (action !== null) entries.push([action, (isTarget ? target : reason) ?? true]);
  if (isTarget && reason !== null) entries.push(['reason', reason]);
  const all = [...metadata, ...then.metadata];
  if (all.length > 0)
    entries.push([
      'metadata',
      new Map(all.map(({ key, parts }) => [key.value, textOf(scope, parts, false)])),
    ]);
  if (then.log !== null) entries.push(['log', then.log.value]);
  if (then.notify.length > 0) entries.push(['notify', oneOrMore(then.notify.map(({ value }) => value))]);
  if (then.attestation) entries.push(['attestation', true]);
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['assert', then.assert.map((item) => assertText(scope, item))],
    ['modify', then.modify.map((item) => modifyText(scope, item))],
    ['retract', then.retract.map(({ value }) => factName(scope, value))],
    ['obligations', then.obligations.map((item) => obligationText(scope, item))],
  ];
  for (const [key, items] of lists) if (items.length > 0) entries.push([key, oneOrMore(items)]);
  return scope.state.hasFailed || entries.length === 0 ? null : entries;
}

const oneOrMore = (items: readonly string[]): ShortValue => {
  const [only, another] = items;
  return only !== undefined && another === undefined ? only : items;
};

/** A text with its places. A reason doubles its own braces. */
function textOf(scope: RaiseScope, parts: readonly ReasonPartSyntax[], isReason: boolean): string {
  return parts.map((part) => partText(scope, part, isReason)).join('');
}

function partText(scope: RaiseScope, part: ReasonPartSyntax, isReason: boolean): string {
  switch (part.kind) {
    case 'text':
      return isReason ? part.text.replace(/[{}]/g, '$&$&') : part.text;
    case 'variable':
      return placeText(variableText(scope, part.name).text);
    case 'reference':
      return placeText(referenceText(scope, part.alias, part.slot).text);
    case 'bare':
      return part.text;
  }
}

/** `{path ?? literal}` needs no parentheses. */
const placeText = (text: string): string => `{${text.replace(/^\((.* \?\? .*)\)$/, '$1')}}`;

const NAME = /^[A-Za-z_][\w-]*$/;

function constructor(scope: RaiseScope, name: string, values: readonly SlotValueSyntax[]): string {
  if (!NAME.test(name) || values.some(({ slot }) => !NAME.test(slot.value))) refuse(scope);
  if (values.length === 0) return name;
  return `${name}(${values.map((value) => `${value.slot.value} = ${valueText(scope, value)}`).join(', ')})`;
}

const assertText = (scope: RaiseScope, { template, slots }: AssertSyntax): string =>
  constructor(scope, template.value, slots);

const modifyText = (scope: RaiseScope, { fact, slots }: ModifySyntax): string =>
  constructor(scope, factName(scope, fact.value), slots);

const obligationText = (scope: RaiseScope, { type, properties }: ObligationSyntax): string =>
  constructor(scope, type.value, properties);

const factName = (scope: RaiseScope, alias: string): string =>
  scope.isLong ? alias : (scope.aliases.get(alias)?.name ?? refuse(scope).text);

function valueText(scope: RaiseScope, value: SlotValueSyntax): string {
  if (value.items !== null) return `[${value.items.map((item) => itemText(scope, item)).join(', ')}]`;
  return itemText(scope, value);
}

function itemText(scope: RaiseScope, { source, scalar, parts, lookup }: SlotItemSyntax): string {
  if (scalar.kind === 'null') return refuse(scope).text;
  if (scalar.kind !== 'string') return scalar.text;
  const { text } = source;
  if (lookup !== null) {
    const { key } = lookup;
    const index =
      key.kind === 'reference'
        ? referenceText(scope, key.alias, key.slot).text
        : key.kind === 'variable'
          ? variableText(scope, key.name).text
          : key.kind === 'bare' || key.kind === 'quoted'
            ? quoted(key.text)
            : refuse(scope).text;
    return `const.${lookup.map}[${index}]`;
  }
  const [, alias, slot] = /^\$([A-Za-z_][\w-]*)\.([A-Za-z_][\w-]*)$/.exec(text) ?? [];
  if (alias !== undefined && slot !== undefined) return referenceText(scope, alias, slot).text;
  const variable = /^\$?\?([A-Za-z_][\w-]*)$/.exec(text)?.[1];
  if (variable !== undefined) return variableText(scope, variable).text;
  if (/^(?:\$?\?|\()/.test(text)) return computedText(scope, text);
  const literal = /^literal\(([^]*)\)$/.exec(text)?.[1];
  return quoted(literal ?? textOf(scope, parts, false));
}

/** An expression; joined texts are one text with places. */
function computedText(scope: RaiseScope, text: string): string {
  const form = readForm(text);
  if (form === null) return refuse(scope).text;
  const joined = typeof form !== 'string' && form[0] === 'str-cat' ? form.slice(1) : null;
  if (joined === null) return infixOf(scope, form).text;
  const pieces = joined.map((piece) => {
    if (typeof piece !== 'string') return null;
    if (piece.startsWith('"')) return unquoted(piece);
    return /^\?/.test(piece) ? `{${infixOf(scope, piece).text}}` : null;
  });
  return pieces.includes(null) ? infixOf(scope, form).text : quoted(pieces.join(''));
}
