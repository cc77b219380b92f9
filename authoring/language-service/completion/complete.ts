import { FUNCTIONS } from '../../../compiler/language/functions/table.ts';
import { OPERATOR_TABLE, TEMPORAL_TABLE } from '../../../compiler/language/operators/table.ts';
import { SLOT_TYPES } from '../../../compiler/language/slot-types.ts';
import { EXCEEDED } from '../../../compiler/read/budget/budget.ts';
import { EXPIRIES } from '../../../compiler/read/budget/window.ts';
import type { PositionParams } from '../protocol/types.ts';
import type { RulesetOfDocument, Workspace } from '../workspace/workspace.ts';
import { cursorAt, type Cursor } from './cursor.ts';
import { callSnippet, expressionOffers, levelOffers, memberOffers } from './expression-offers.ts';
import { KIND, offer, type CompletionItem, type Offer } from './item.ts';
import { keysFor } from './keys.ts';
import { slotOffers, templateOffers, valueOffers, type Place } from './place.ts';
import { ruleTextAt } from './rule-text.ts';
import { aliasesIn, templatesOf, variablesIn, type SlotFacts, type TemplateFacts } from './vocabulary.ts';

/** Keys whose values are expressions of the short form. */
const EXPRESSIONS = new Set([
  'if',
  'let',
  'for',
  'define',
  'assert',
  'modify',
  'retract',
  'obligations',
  'inputs',
]);
/** Words that keys of a budget take. */
const BUDGET_WORDS: Readonly<Record<string, readonly string[]>> = {
  on_exceed: EXCEEDED,
  on_expire: EXPIRIES,
  window: ['24h', 'day UTC', 'month UTC', 'session'],
};
const TEXTS = new Set(['deny', 'allow', 'escalate', 'route', 'scope', 'reason', 'metadata']);

export function complete(
  workspace: Workspace,
  { textDocument, position }: PositionParams,
): readonly CompletionItem[] {
  const document = workspace.find(textDocument.uri);
  const ruleset = document && workspace.rulesetOf(document);
  if (document === null || ruleset === null) return [];
  const { text, lines } = document;
  const offset = lines.offsetAt(position);
  const cursor = cursorAt(text, offset);
  const word = /[\w-]*$/.exec(cursor.before)?.[0] ?? '';
  const end = offset + (/^[\w-]*/.exec(text.slice(offset, offset + 200))?.[0].length ?? 0);
  const ruleText = ruleTextAt(text, offset);
  const lead = cursor.before.slice(0, cursor.before.length - word.length);
  const place: Place = {
    ruleset,
    document,
    cursor,
    templates: templatesOf(ruleset),
    aliases: aliasesIn(ruleText),
    ruleText,
    lead,
  };
  const seen = new Set<string>();
  const offers = (document.kind === 'suite' ? inSuite(place) : inRuleset(place)).filter(
    ({ label }) => !seen.has(label) && seen.add(label) !== undefined,
  );
  return offers.map(({ label, kind, detail, insert, isSnippet }, i) => {
    // A quote or a name with `::` begins before the word.
    const wide = label.includes('::') ? /[\w:/-]*$/ : label.startsWith('"') ? /"?[\w-]*$/ : /[\w-]*$/;
    const start = offset - (wide.exec(cursor.before)?.[0].length ?? 0);
    const stop = label.startsWith('"') && text[end] === '"' ? end + 1 : end;
    const plain = text.slice(end, end + 1);
    const made = kind === KIND.property && plain === ':' ? label : (insert ?? label);
    const called = isSnippet === true && plain === '(';
    return {
      label,
      kind,
      detail,
      sortText: String(i).padStart(5, '0'),
      filterText: label,
      insertTextFormat: isSnippet === true && !called ? 2 : 1,
      textEdit: { range: lines.rangeOf(start, stop), newText: called ? label : made },
      data: { kind, label },
    };
  });
}

const keys = (path: readonly string[], place: Place, isSuite: boolean): readonly Offer[] => {
  const { cursor } = place;
  const own = cursor.maps.at(-1) ?? new Map<string, string>();
  const isElement = cursor.isItem || own.size > 0 || cursor.before === '';
  const free = keysFor(path, isSuite, isElement).filter((key) => !own.has(key));
  return free.map((label) => ({
    label,
    kind: KIND.property,
    detail: path.at(-1) ?? 'ruleset',
    insert: `${label}: `,
  }));
};

function inSuite(place: Place): readonly Offer[] {
  const { cursor, templates, ruleset } = place;
  const { key, path, maps } = cursor;
  if (key === 'template') return templateOffers(templates);
  if (key === 'fired' || path.at(-1) === 'fired' || path.includes('fired')) {
    if (key !== null || cursor.isItem) return ruleOffers(ruleset);
    if (path.at(-1) !== 'fired') return ruleOffers(ruleset);
  }
  if (key === null && path.at(-1) === 'data') {
    const template = templates.get(unquoted(maps.at(-2)?.get('template') ?? ''));
    const given = maps.at(-1) ?? new Map<string, string>();
    return [...(template?.slots.values() ?? [])]
      .filter(({ name }) => !given.has(name))
      .map(({ name, type }) => ({ label: name, kind: KIND.field, detail: type, insert: `${name}: ` }));
  }
  if (key !== null && path.at(-1) === 'data') {
    const template = templates.get(unquoted(maps.at(-2)?.get('template') ?? ''));
    return valueOffers(template?.slots.get(key));
  }
  return key === null ? keys(path, place, true) : [];
}

const unquoted = (written: string): string => written.trim().replace(/^["']|["',]+$/g, '');

function ruleOffers({ analysis }: RulesetOfDocument): readonly Offer[] {
  return analysis.written.ruleGroups.flatMap(({ module, rules }) =>
    rules.map(({ rule }) => ({
      label: `${module?.value ?? 'MAIN'}::${rule.name.value}`,
      kind: KIND.event,
      detail: rule.description === '' ? 'rule' : rule.description,
    })),
  );
}

function inRuleset(place: Place): readonly Offer[] {
  const { cursor, templates, ruleset } = place;
  const { key, path, maps } = cursor;
  const owner = key ?? path.at(-1) ?? '';
  const modules = (): readonly Offer[] =>
    offer(KIND.module, 'module', ['MAIN', ...ruleset.analysis.written.modules.map(({ name }) => name.value)]);
  if (key === 'module' || owner === 'focus_order') return modules();
  if (key === 'template' || (key === 'for' && path.includes('budgets'))) return templateOffers(templates);
  if (path.at(-1) === 'relation' || key === 'relation')
    return templateOffers(templates).filter(({ detail }) => detail === 'relation');
  const pattern = templates.get(unquoted(findAbove(maps, 'template') ?? findAbove(maps, 'relation') ?? ''));
  if (key === 'slot') return slotOffers(pattern);
  if (key === 'type' || (key !== null && isSlotValue(cursor)))
    return offer(KIND.typeParameter, 'type', SLOT_TYPES.keys());
  return afterSign(place) ?? inExpression(place, pattern);
}

/** The offers for a value without signs of its kind. */
function inExpression(place: Place, pattern: TemplateFacts | undefined): readonly Offer[] {
  const { cursor, templates, lead } = place;
  const { key, path, maps } = cursor;
  const owner = key ?? path.at(-1) ?? '';
  if (key === 'expression')
    return operatorOffers(pattern?.slots.get(unquoted(maps.at(-1)?.get('slot') ?? '')), lead, place);
  if (key === 'test' || /^["']?\(/.test(cursor.before)) return /\($/.test(lead) ? functionOffers(place) : [];
  const budget = inBudget(place, owner);
  if (budget !== null) return budget;
  const isSlots = path.at(-1) === 'slots' && (path.at(-2) === 'assert' || path.at(-2) === 'modify');
  if (key === null && isSlots)
    return slotOffers(templates.get(unquoted(maps.at(-2)?.get('template') ?? '')))
      .filter(({ label }) => maps.at(-1)?.has(label) !== true)
      .map((one) => ({ ...one, insert: `${one.label}: ` }));
  if (isExpression(key, path, cursor)) return expressionOffers(place);
  if (key !== null && TEXTS.has(key)) return inText(place);
  return key === null ? keys(path, place, false) : [];
}

/** The offers for a value of a budget; null outside of them, and for keys whose values are other texts. */
function inBudget({ cursor: { key, path, maps }, templates }: Place, owner: string): readonly Offer[] | null {
  if (!path.includes('budgets')) return null;
  const words = key === null ? undefined : BUDGET_WORDS[key];
  if (words !== undefined) return offer(KIND.enumMember, key ?? '', words);
  if (!['per', 'amount', 'limit'].includes(owner)) return null;
  return [
    ...slotOffers(templates.get(unquoted(maps.at(-1)?.get('for') ?? ''))),
    ...offer(KIND.variable, 'constants', ['const']),
    ...offer(KIND.variable, 'caller', ['token']),
  ];
}

/** True for the value of a slot: below `slots`, or below the template itself, whose keys are its slots if none of them is `slots`. */
function isSlotValue({ path, maps }: Cursor): boolean {
  if (path[0] !== 'templates') return false;
  return path.at(-1) === 'slots' || (path.length === 2 && maps.at(-1)?.has('slots') !== true);
}

function isExpression(key: string | null, path: readonly string[], { isItem }: Cursor): boolean {
  if (key !== null) return EXPRESSIONS.has(key) || ['for', 'let', 'define'].includes(path.at(-1) ?? '');
  const owner = path.at(-1) ?? '';
  return (
    (EXPRESSIONS.has(owner) && (isItem || owner === 'if') && !['let', 'for', 'define'].includes(owner)) ||
    (owner === 'for' && isItem)
  );
}

function findAbove(maps: readonly ReadonlyMap<string, string>[], key: string): string | null {
  for (const map of [...maps].reverse()) {
    const found = map.get(key);
    if (found !== undefined && found !== '') return found;
  }
  return null;
}

/** The offers behind `$`, `$alias.`, `?`, `const.` or, in a text, an open brace. */
function afterSign(place: Place): readonly Offer[] | null {
  const { lead, ruleText, ruleset, cursor } = place;
  if (/(?:\$|(?<![\w.-]))const\.$/.test(lead))
    return offer(
      KIND.constant,
      'constant',
      ruleset.analysis.written.constants.map(({ name }) => name.value),
    );
  if (/\$$/.test(lead)) return offer(KIND.variable, 'alias', [...place.aliases.keys(), 'const']);
  if (/\?$/.test(lead)) return offer(KIND.variable, 'variable', variablesIn(ruleText));
  const alias = /(?:\$|\{\s*)([\w-]+)\.$/.exec(lead)?.[1];
  const isText = cursor.key !== null && (TEXTS.has(cursor.key) || cursor.path.at(-1) === 'metadata');
  if (alias !== undefined && (lead.includes('$') || isText)) return memberOffers(place, alias);
  return null;
}

function inText(place: Place): readonly Offer[] {
  if (!/\{[^{}]*$/.test(place.lead)) return [];
  if (/\.$/.test(place.lead)) return expressionOffers(place);
  return [
    ...offer(KIND.variable, 'alias', place.aliases.keys()),
    ...offer(KIND.variable, 'constants', ['const']),
    ...(/\{\s*$/.test(place.lead) ? expressionOffers(place) : []),
  ];
}

/** Operators of a condition in the long form, or their arguments. */
function operatorOffers(slot: SlotFacts | undefined, lead: string, place: Place): readonly Offer[] {
  if (lead.includes('(')) {
    const level = levelOffers(place);
    return level.length > 0 ? level : /[(,[]\s*"?$/.test(lead) ? valueOffers(slot) : [];
  }
  const type = slot === undefined ? undefined : SLOT_TYPES.get(slot.type);
  const plain = [...OPERATOR_TABLE.values()].filter(
    ({ slotTypes, lists }) =>
      (type === undefined || slotTypes.includes(type)) &&
      (slot === undefined || (slot.isList ? lists !== undefined : lists !== 'only')),
  );
  const snippet = (label: string): Offer => ({
    label,
    kind: KIND.operator,
    detail: slot === undefined ? 'operator' : `${slot.name}: ${slot.type}`,
    insert: callSnippet(label),
    isSnippet: true,
  });
  return [
    ...plain.map(({ name }) => snippet(name)),
    ...(slot?.isList === true ? [] : [...TEMPORAL_TABLE.keys()].map(snippet)),
  ];
}

function functionOffers({ ruleset }: Place): readonly Offer[] {
  const own = ruleset.analysis.written.functions.map(({ name }) => name.value);
  return [
    ...offer(KIND.function, 'function of the ruleset', own),
    ...offer(KIND.function, 'function', FUNCTIONS.keys()),
  ];
}
