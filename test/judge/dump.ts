import { DECISION_TEMPLATE, TICK_TEMPLATE, type Template } from '../../compiler/ruleset.ts';
import { clipsLiteral } from '../../compiler/write/atoms.ts';
import type { Firing } from './decide.ts';

/** Name of the deffunction that writes working memory to the router `answer`. */
export const DUMP = '__service_judge_dump';

/**
 * Writes each fact as `( relation slot type value … )` and ends with `end`. The type letter keeps a symbol apart from a
 * string and an INTEGER from a FLOAT; floats get all their digits; implode$ escapes strings.
 */
export const DUMP_FUNCTION = `
(deffunction MAIN::${DUMP}_value (?value)
  (if (integerp ?value) then (return (str-cat "I " ?value)))
  (if (floatp ?value) then (return (str-cat "F " (format nil "%.17g" ?value))))
  (if (stringp ?value) then (return (str-cat "S " (implode$ (create$ ?value)))))
  (str-cat "Y " ?value))

(deffunction MAIN::${DUMP} ()
  (progn$ (?fact (get-fact-list *))
    (if (neq (fact-relation ?fact) initial-fact) then
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
      return clipsLiteral({ type: 'STRING', value: text });
    case 'F':
      return clipsLiteral({ type: 'FLOAT', value: Number(text) });
    default:
      return text;
  }
}

/** Working memory after one run. */
export interface Dump {
  readonly firings: readonly Firing[];
  readonly facts: readonly string[];
}

type Record = {
  readonly relation: string;
  readonly slots: ReadonlyMap<string, { type: string; text: string }>;
};

function* readRecords(tokens: readonly Token[]): Generator<Record | 'end'> {
  let at = 0;
  const next = (): string => tokens[at++]?.text ?? '';
  while (at < tokens.length) {
    if (next() === 'end') {
      yield 'end';
      continue;
    }
    const relation = next();
    const slots = new Map<string, { type: string; text: string }>();
    while (at < tokens.length && (tokens[at]?.quoted || tokens[at]?.text !== ')')) {
      const slot = next();
      const type = next();
      slots.set(slot, { type, text: next() });
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
    metadata: metadataPairs(text('metadata')),
  };
}

/** Pairs of a JSON object of strings in the order written; JavaScript's own parser would move keys like "2". */
function metadataPairs(text: string): readonly (readonly [string, string])[] {
  const strings = [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([json]) => String(JSON.parse(json)));
  return strings.flatMap((key, index) => (index % 2 === 0 ? [[key, strings[index + 1] ?? ''] as const] : []));
}

/** Reads what the dump function wrote, one Dump a run. A fact of a template that is not the ruleset's is kept as it is. */
export function readDumps(text: string, templates: readonly Template[]): readonly Dump[] {
  const names = new Set(templates.map(({ name }) => name));
  const dumps: Dump[] = [];
  let firings: (Firing & { readonly sequence: number })[] = [];
  let facts: string[] = [];
  for (const record of readRecords(tokensOf(text))) {
    if (record === 'end') {
      dumps.push({
        firings: firings.sort((a, b) => a.sequence - b.sequence).map(({ sequence: _, ...firing }) => firing),
        facts,
      });
      firings = [];
      facts = [];
    } else if (record.relation === DECISION_TEMPLATE && !names.has(record.relation)) {
      firings.push(firingOf(record));
    } else if (record.relation !== TICK_TEMPLATE) {
      const slots = [...record.slots].map(
        ([name, { type, text: value }]) => ` (${name} ${literalText(type, value)})`,
      );
      facts.push(`(${record.relation}${slots.join('')})`);
    }
  }
  return dumps;
}
