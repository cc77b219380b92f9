import type { Template } from '../../../compiler/ruleset.ts';
import {
  DECISION_TEMPLATE,
  OBLIGATION_TEMPLATE,
  STAGE_TEMPLATE,
  TICK_TEMPLATE,
} from '../../../compiler/hidden-templates.ts';
import { obligationText } from './answer.ts';
import { clipsLiteral, clipsSymbol, clipsText } from '../../../compiler/emit/clips/atoms.ts';
import type { Firing } from './decide.ts';

/** Name of the deffunction that writes working memory to the router `answer`. */
export const DUMP = '__service_judge_dump';

/** Name of the global that holds whether a run of the program came to its firing limit. */
export const LIMITED = '?*__service_judge_limited*';

/**
 * Writes each fact as `( relation slot type value … )` and ends with `end`. The type letter keeps a symbol apart from a
 * string and an INTEGER from a FLOAT, and `M` and a count precede the fields of a multislot; floats get all their
 * digits; implode$ escapes strings, and a symbol is written as the string of its name, because it may hold any character.
 */
export const DUMP_FUNCTION = `
(defglobal MAIN ${LIMITED} = FALSE)
(deffunction MAIN::${DUMP}_value (?value)
  (if (multifieldp ?value) then
    (bind ?text (str-cat "M " (length$ ?value)))
    (progn$ (?field ?value) (bind ?text (str-cat ?text " " (${DUMP}_value ?field))))
    (return ?text))
  (if (integerp ?value) then (return (str-cat "I " ?value)))
  (if (floatp ?value) then (return (str-cat "F " (format nil "%.17g" ?value))))
  (if (stringp ?value) then (return (str-cat "S " (implode$ (create$ ?value)))))
  (str-cat "Y " (implode$ (create$ (str-cat ?value)))))

(deffunction MAIN::${DUMP} ()
  (progn$ (?fact (get-fact-list *))
    (if (and (neq (fact-relation ?fact) initial-fact)
             (neq (sub-string 1 11 (fact-relation ?fact)) "__relation_")) then
      (printout answer "( " (fact-relation ?fact))
      (progn$ (?slot (fact-slot-names ?fact))
        (printout answer " " ?slot " " (${DUMP}_value (fact-slot-value ?fact ?slot))))
      (printout answer " )" crlf)))
  (printout answer "end" crlf))
`;

const TOKEN = /"((?:[^"\\]|\\[\s\S])*)"|[^\s"]+/g;

type Token = { readonly quoted: boolean; readonly text: string };

function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(TOKEN)].map(([whole, inner]) =>
    inner === undefined
      ? { quoted: false, text: whole }
      : { quoted: true, text: inner.replace(/\\([\s\S])/g, '$1') },
  );
}

function literalText(type: string, text: string): string {
  switch (type) {
    case 'S':
      return clipsText(text);
    case 'Y':
      return clipsSymbol(text);
    case 'F':
      return clipsLiteral({ type: 'FLOAT', value: Number(text) });
    default:
      return text;
  }
}

/** A slot's value, or the fields of a multislot. */
function slotTexts(slot: SlotText): readonly string[] {
  const fields = slot.type === 'M' ? slot.fields : [slot];
  return fields.map(({ type, text }) => literalText(type, text));
}

/** Working memory after one run. */
export interface Dump {
  readonly firings: readonly Firing[];
  readonly facts: readonly string[];
}

type Record = {
  readonly relation: string;
  readonly slots: ReadonlyMap<string, SlotText>;
};

interface FieldText {
  readonly type: string;
  readonly text: string;
}

/** The fields are those of a multislot. */
interface SlotText extends FieldText {
  readonly fields: readonly FieldText[];
}

function* readRecords(tokens: readonly Token[]): Generator<Record | 'end'> {
  let at = 0;
  const next = (): string => tokens[at++]?.text ?? '';
  while (at < tokens.length) {
    if (next() === 'end') {
      yield 'end';
      continue;
    }
    const relation = next();
    const slots = new Map<string, SlotText>();
    while (at < tokens.length && (tokens[at]?.quoted || tokens[at]?.text !== ')')) {
      const slot = next();
      const type = next();
      if (type !== 'M') slots.set(slot, { type, text: next(), fields: [] });
      else {
        const count = Number(next());
        const fields = Array.from({ length: count }, () => ({ type: next(), text: next() }));
        slots.set(slot, { type, text: '', fields });
      }
    }
    at++;
    yield { relation, slots };
  }
}

function firingOf({ slots }: Record): Firing & { readonly sequence: number } {
  const text = (slot: string) => slots.get(slot)?.text ?? '';
  return {
    sequence: Number(text('sequence')),
    rule: text('rule'),
    action: text('action'),
    reason: text('reason'),
    metadata: pairsOf(slots.get('metadata')?.fields ?? []).map(([key, { text: value }]) => [key, value]),
    obligations: [],
  };
}

/** Keys and values in turn. */
function pairsOf(fields: readonly FieldText[]): readonly (readonly [string, FieldText])[] {
  return fields.flatMap(({ text: key }, index) => {
    const value = fields[index + 1];
    return index % 2 === 0 && value !== undefined ? [[key, value] as const] : [];
  });
}

/** An obligation in the form in which both sides are compared: numbers by their value, symbols as text. */
function obligationOf({ slots }: Record): string {
  const lists = new Set(slots.get('lists')?.fields.map(({ text }) => Number(text)));
  const fields = (slots.get('properties')?.fields ?? []).map(comparedText);
  const properties: (readonly [string, string | readonly string[]])[] = [];
  for (let at = 0; at < fields.length;) {
    const [key = '', value = ''] = fields.slice(at, at + 2);
    at += 2;
    if (!lists.has(properties.length + 1)) properties.push([key, value]);
    else properties.push([key, fields.slice(at, (at += Number(value)))]);
  }
  return obligationText(slots.get('type')?.text ?? '', properties);
}

/** The digits of an INTEGER, and a FLOAT as JavaScript writes it: of one that is large both write digits, not the same ones. */
function comparedText({ type, text }: FieldText): string {
  if (type === 'I') return BigInt(text).toString();
  return type === 'F' ? String(Number(text)) : text;
}

/** Reads what the dump function wrote, one Dump a run. A fact of a template that is not the ruleset's is kept as it is. */
export function readDumps(text: string, templates: readonly Template[]): readonly Dump[] {
  const names = new Set(templates.map(({ name }) => name));
  const dumps: Dump[] = [];
  let firings: (Firing & { readonly sequence: number })[] = [];
  let facts: string[] = [];
  let obligations: { readonly sequence: number; readonly text: string }[] = [];
  for (const record of readRecords(tokensOf(text))) {
    if (record === 'end') {
      dumps.push({
        firings: firings
          .sort((a, b) => a.sequence - b.sequence)
          .map(({ sequence, ...firing }) => ({
            ...firing,
            obligations: obligations.filter((one) => one.sequence === sequence).map(({ text }) => text),
          })),
        facts,
      });
      firings = [];
      facts = [];
      obligations = [];
    } else if (record.relation === OBLIGATION_TEMPLATE && !names.has(record.relation)) {
      obligations.push({
        sequence: Number(record.slots.get('sequence')?.text),
        text: obligationOf(record),
      });
    } else if (record.relation === DECISION_TEMPLATE && !names.has(record.relation)) {
      firings.push(firingOf(record));
    } else if (record.relation !== TICK_TEMPLATE && record.relation !== STAGE_TEMPLATE) {
      const slots = [...record.slots].map(([name, slot]) => ` (${[name, ...slotTexts(slot)].join(' ')})`);
      facts.push(`(${record.relation}${slots.join('')})`);
    }
  }
  return dumps;
}
