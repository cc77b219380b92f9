import { ALIASES, FUNCTIONS } from '../functions/table.ts';
import type { Expression } from './expression.ts';
import {
  atWord,
  fail,
  failSyntax,
  MAX_HEIGHT,
  MAX_NESTING,
  MAX_PARTS,
  NO_JUMPS,
  peek,
  spanFrom,
  take,
  type Head,
  type Jumps,
  type Parser,
} from './parser.ts';
import { readNumber } from './read-number.ts';
import type { Token } from './tokens.ts';
import { partsOf } from './variables.ts';

/** A constant, a variable or a call. */
export function parseTerm(parser: Parser, jumps: Jumps = NO_JUMPS): Expression | null {
  const token = take(parser);
  const at = parser.source.spanOf(token.start, token.end);
  switch (token.kind) {
    case 'symbol':
      return { kind: 'literal', value: { type: 'SYMBOL', value: token.text }, at };
    case 'string':
      return { kind: 'literal', value: { type: 'STRING', value: token.text }, at };
    case 'number': {
      const value = readNumber(token.text);
      return value
        ? { kind: 'literal', value, at }
        : fail(parser, 'clips-number-range', token, { number: token.text });
    }
    case 'variable':
      return factSlot(parser, token.text, token) ?? { kind: 'variable', name: token.text, multi: false, at };
    case 'multi-variable':
      return { kind: 'variable', name: token.text, multi: true, at };
    case 'open':
      return parseCall(parser, token, jumps);
    default:
      return failSyntax(parser, token, 'a constant, a variable or `(`');
  }
}

/** `?f:slot`, when `?f` is the variable of a fact-set query around it. */
function factSlot(parser: Parser, name: string, token: Token): Expression | null {
  for (let colon = name.length - 2; colon >= 1; colon--) {
    if (name[colon] !== ':' || !parser.factVariables.includes(name.slice(0, colon))) continue;
    return {
      kind: 'fact-slot',
      variable: name.slice(0, colon),
      slot: name.slice(colon + 1),
      at: parser.source.spanOf(token.start, token.end),
    };
  }
  return null;
}

/** Parses what follows an opening parenthesis. */
function parseCall(parser: Parser, open: Token, jumps: Jumps): Expression | null {
  const token = take(parser);
  if (token.kind !== 'symbol') return failSyntax(parser, token, 'the name of a function');
  const nameAt = parser.source.spanOf(token.start, token.end);
  return parseNamed(parser, { start: open.start, name: plainName(token.text), nameAt }, jumps);
}

/** Parses what follows the name of a call. */
export function parseNamed(parser: Parser, head: Head, jumps: Jumps): Expression | null {
  if (parser.nesting >= MAX_NESTING) {
    parser.report.add('clips-nesting', head.nameAt, { limit: MAX_NESTING });
    return null;
  }
  parser.nesting++;
  const form = parser.forms.get(head.name);
  const expression = form ? form(parser, head, jumps) : parsePlainCall(parser, head);
  parser.nesting--;
  return expression && notTooHigh(parser, expression, head) ? expression : null;
}

function notTooHigh(parser: Parser, expression: Expression, head: Head): boolean {
  const parts = partsOf(expression);
  const own = nestsByPart(expression) ? parts.length : 1;
  const height = own + Math.max(0, ...parts.map((part) => parser.heights.get(part) ?? 0));
  parser.heights.set(expression, height);
  if (height <= MAX_HEIGHT) return true;
  parser.report.add('clips-too-many-parts', head.nameAt, { limit: MAX_HEIGHT });
  return false;
}

/** A running total is code in code in code; so is a chain of cases. */
function nestsByPart(expression: Expression): boolean {
  if (expression.kind === 'switch') return true;
  return expression.kind === 'call' && FUNCTIONS.get(expression.name)?.group === 'arithmetic';
}

/** Deffunctions all live in MAIN; a name may say so. */
export function plainName(name: string): string {
  const plain = name.startsWith('MAIN::') ? name.slice('MAIN::'.length) : name;
  return ALIASES.get(plain) ?? plain;
}

function parsePlainCall(parser: Parser, head: Head): Expression | null {
  const args = parseArguments(parser);
  if (args === null) return null;
  const { name, nameAt, start } = head;
  return parser.meaning({ kind: 'call', name, nameAt, args, at: spanFrom(parser, start) });
}

/** Terms up to the closing parenthesis, which is taken. */
export function parseArguments(parser: Parser): readonly Expression[] | null {
  const args: Expression[] = [];
  while (peek(parser).kind !== 'close') {
    const arg = parseTerm(parser);
    if (arg === null || !roomFor(parser, args, arg)) return null;
    args.push(arg);
  }
  take(parser);
  return args;
}

/** Adds no part beyond the limit. */
function roomFor(parser: Parser, parts: readonly Expression[], next: Expression): boolean {
  if (parts.length < MAX_PARTS) return true;
  parser.report.add('clips-too-many-parts', next.at, { limit: MAX_PARTS });
  return false;
}

/** Actions up to, not including, the closing parenthesis or the word given. */
export function parseActions(
  parser: Parser,
  jumps: Jumps,
  endWord: string | null = null,
): readonly Expression[] | null {
  const actions: Expression[] = [];
  while (peek(parser).kind !== 'close' && !(endWord !== null && atWord(parser, endWord))) {
    const action = parseTerm(parser, jumps);
    if (action === null || !roomFor(parser, actions, action)) return null;
    actions.push(action);
  }
  return actions;
}
