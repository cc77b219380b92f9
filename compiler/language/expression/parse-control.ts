import type { Expression, SwitchExpression } from './expression.ts';
import { parseActions, parseNamed, parseTerm, plainName } from './parse-term.ts';
import {
  atWord,
  closeForm,
  failSyntax,
  NO_JUMPS,
  peek,
  spanFrom,
  take,
  takeWord,
  type FormParser,
  type Jumps,
  type Parser,
} from './parser.ts';

const insideLoop = (jumps: Jumps): Jumps => ({ return: jumps.return, break: true });

/** `(if <test> then <action>* [else <action>*])` */
const parseIf: FormParser = (parser, head, jumps) => {
  const test = parseTerm(parser);
  if (test === null || !takeWord(parser, 'then')) return null;
  const then = parseActions(parser, jumps, 'else');
  if (then === null) return null;
  let otherwise: readonly Expression[] | null = [];
  if (atWord(parser, 'else')) {
    take(parser);
    otherwise = parseActions(parser, jumps);
  }
  if (otherwise === null || !closeForm(parser, 'if')) return null;
  return { kind: 'if', test, then, else: otherwise, at: spanFrom(parser, head.start) };
};

/** `(while <test> [do] <action>*)` */
const parseWhile: FormParser = (parser, head, jumps) => {
  const test = parseTerm(parser);
  if (test === null) return null;
  if (atWord(parser, 'do')) take(parser);
  const body = parseActions(parser, insideLoop(jumps));
  if (body === null || !closeForm(parser, 'while')) return null;
  return { kind: 'while', test, body, at: spanFrom(parser, head.start) };
};

/** `(loop-for-count <range> [do] <action>*)`, the range being `n`, `(?v n)` or `(?v from to)`. */
const parseLoopForCount: FormParser = (parser, head, jumps) => {
  const range = parseRange(parser);
  if (range === null) return null;
  const next = peek(parser);
  if (atWord(parser, 'do')) take(parser);
  else if (next.kind !== 'open') return failSyntax(parser, next, '`do` or an action');
  const body = parseActions(parser, insideLoop(jumps));
  if (body === null || !closeForm(parser, 'loop-for-count')) return null;
  return { kind: 'loop-for-count', ...range, body, at: spanFrom(parser, head.start) };
};

interface Range {
  readonly variable: string | null;
  readonly from: Expression;
  readonly to: Expression;
}

function parseRange(parser: Parser): Range | null {
  const open = peek(parser);
  const one: Expression = {
    kind: 'literal',
    value: { type: 'INTEGER', value: 1 },
    at: parser.source.spanOf(open.start, open.end),
  };
  if (open.kind !== 'open') {
    const to = parseTerm(parser);
    return to && { variable: null, from: one, to };
  }
  take(parser);
  const name = take(parser);
  if (name.kind === 'symbol') {
    const nameAt = parser.source.spanOf(name.start, name.end);
    const to = parseNamed(parser, { start: open.start, name: plainName(name.text), nameAt }, NO_JUMPS);
    return to && { variable: null, from: one, to };
  }
  if (name.kind !== 'variable') return failSyntax(parser, name, 'a loop variable');
  const first = parseTerm(parser);
  if (first === null) return null;
  if (peek(parser).kind === 'close') {
    take(parser);
    return { variable: name.text, from: one, to: first };
  }
  const to = parseTerm(parser);
  if (to === null || !closeForm(parser, 'loop-for-count')) return null;
  return { variable: name.text, from: first, to };
}

/** `(progn <action>*)` */
const parseProgn: FormParser = (parser, head, jumps) => {
  const body = parseActions(parser, jumps);
  if (body === null || !closeForm(parser, 'progn')) return null;
  return { kind: 'progn', body, at: spanFrom(parser, head.start) };
};

/** `(progn$ <list> <action>*)` or `(progn$ (?v <list>) <action>*)` */
const parsePrognFields: FormParser = (parser, head, jumps) => {
  let variable: string | null = null;
  let list: Expression | null;
  const open = peek(parser);
  if (open.kind === 'open') {
    take(parser);
    const name = take(parser);
    if (name.kind === 'variable') {
      variable = name.text;
      list = parseTerm(parser);
      if (list !== null && !closeForm(parser, 'progn$')) return null;
    } else if (name.kind === 'symbol') {
      const nameAt = parser.source.spanOf(name.start, name.end);
      list = parseNamed(parser, { start: open.start, name: plainName(name.text), nameAt }, NO_JUMPS);
    } else return failSyntax(parser, name, 'a variable or a function');
  } else list = parseTerm(parser);
  if (list === null) return null;
  const body = parseActions(parser, insideLoop(jumps));
  if (body === null || !closeForm(parser, 'progn$')) return null;
  return { kind: 'foreach', form: 'progn$', variable, list, body, at: spanFrom(parser, head.start) };
};

/** `(foreach ?v <list> <action>*)` */
const parseForeach: FormParser = (parser, head, jumps) => {
  const name = take(parser);
  if (name.kind !== 'variable') return failSyntax(parser, name, 'a variable');
  const list = parseTerm(parser);
  if (list === null) return null;
  const body = parseActions(parser, insideLoop(jumps));
  if (body === null || !closeForm(parser, 'foreach')) return null;
  return {
    kind: 'foreach',
    form: 'foreach',
    variable: name.text,
    list,
    body,
    at: spanFrom(parser, head.start),
  };
};

/** `(switch <subject> (case <value> then <action>*)* [(default <action>*)])` */
const parseSwitch: FormParser = (parser, head, jumps) => {
  const subject = parseTerm(parser);
  if (subject === null) return null;
  const cases: SwitchExpression['cases'][number][] = [];
  let otherwise: readonly Expression[] | null = null;
  while (peek(parser).kind !== 'close') {
    const open = take(parser);
    if (open.kind !== 'open' || otherwise !== null)
      return failSyntax(parser, open, '`)` at the end of `switch`');
    const word = take(parser);
    if (word.kind !== 'symbol' || (word.text !== 'case' && word.text !== 'default')) {
      return failSyntax(parser, word, '`case` or `default`');
    }
    const value = word.text === 'case' ? parseTerm(parser) : null;
    if (word.text === 'case' && (value === null || !takeWord(parser, 'then'))) return null;
    const body = parseActions(parser, jumps);
    if (body === null || !closeForm(parser, 'switch')) return null;
    if (value === null) otherwise = body;
    else cases.push({ value, body });
  }
  take(parser);
  return { kind: 'switch', subject, cases, default: otherwise, at: spanFrom(parser, head.start) };
};

export const CONTROL_FORMS: ReadonlyMap<string, FormParser> = new Map([
  ['if', parseIf],
  ['while', parseWhile],
  ['loop-for-count', parseLoopForCount],
  ['progn', parseProgn],
  ['progn$', parsePrognFields],
  ['foreach', parseForeach],
  ['switch', parseSwitch],
]);
