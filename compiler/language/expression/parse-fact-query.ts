import type { Expression, FactQueryExpression, FactQueryForm } from './expression.ts';
import { parseActions, parseTerm } from './parse-term.ts';
import { closeForm, failSyntax, peek, spanFrom, take, type FormParser, type Parser } from './parser.ts';

type FactSet = FactQueryExpression['sets'][number];

/** `((?f <template>+)+)` */
function parseSets(parser: Parser): readonly FactSet[] | null {
  const open = take(parser);
  if (open.kind !== 'open') return failSyntax(parser, open, '`((?fact template))`');
  const sets: FactSet[] = [];
  do {
    const set = parseSet(parser);
    if (set === null) return null;
    sets.push(set);
  } while (peek(parser).kind !== 'close');
  take(parser);
  return sets;
}

function parseSet(parser: Parser): FactSet | null {
  const open = take(parser);
  if (open.kind !== 'open') return failSyntax(parser, open, '`(?fact template)`');
  const variable = take(parser);
  if (variable.kind !== 'variable') return failSyntax(parser, variable, 'a variable for the fact');
  const templates: string[] = [];
  do {
    const template = take(parser);
    if (template.kind !== 'symbol') return failSyntax(parser, template, 'the name of a template');
    templates.push(template.text.startsWith('MAIN::') ? template.text.slice('MAIN::'.length) : template.text);
  } while (peek(parser).kind !== 'close');
  take(parser);
  return { variable: variable.text, templates, at: spanFrom(parser, open.start) };
}

/** `(any-factp <sets> <test>)`; the forms that do something have actions after the test. */
function parseQuery(form: FactQueryForm, acts: boolean): FormParser {
  return (parser, head, jumps) => {
    const sets = parseSets(parser);
    if (sets === null) return null;
    const outer = parser.factVariables.length;
    parser.factVariables.push(...sets.map(({ variable }) => variable));
    const test = parseTerm(parser);
    const body: readonly Expression[] | null =
      test === null ? null : acts ? parseActions(parser, { return: jumps.return, break: true }) : [];
    parser.factVariables.length = outer;
    if (test === null || body === null || !closeForm(parser, form)) return null;
    return { kind: 'fact-query', form, sets, test, body, at: spanFrom(parser, head.start) };
  };
}

export const FACT_QUERY_FORMS: ReadonlyMap<string, FormParser> = new Map([
  ['any-factp', parseQuery('any-factp', false)],
  ['find-fact', parseQuery('find-fact', false)],
  ['find-all-facts', parseQuery('find-all-facts', false)],
  ['do-for-fact', parseQuery('do-for-fact', true)],
  ['do-for-all-facts', parseQuery('do-for-all-facts', true)],
  ['delayed-do-for-all-facts', parseQuery('delayed-do-for-all-facts', true)],
]);
