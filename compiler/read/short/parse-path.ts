import { takeComma } from './parse-arguments.ts';
import type { Span } from '../../diagnostics/position.ts';
import {
  atSign,
  atWord,
  fail,
  failExpected,
  isName,
  nested,
  peek,
  spanFrom,
  spanOf,
  take,
  takeSign,
  writtenFrom,
  type Parser,
} from './parser.ts';
import type { PathStep, PathTree } from '../../short-tree.ts';

/** `name { "." name | "[" condition "]" } [ "?" ]`; ends before `.name(`, which is an operator. */
export function parsePath(parser: Parser): PathTree | null {
  const first = peek(parser);
  if (atWord(parser, 'shell') && atSign(parser, '(', 1)) return parseShell(parser);
  if (!isName(first)) return failExpected(parser, 'a name');
  take(parser);
  const root = { value: first.text, at: spanOf(parser, first) };
  const steps: PathStep[] = [];
  while (atStep(parser)) {
    const step = atSign(parser, '.') ? parseMember(parser) : parseIndex(parser, writtenFrom(parser, first));
    if (step === null) return null;
    steps.push(step);
  }
  let optional: Span | null = null;
  if (atSign(parser, '?')) {
    const path = writtenFrom(parser, first);
    const mark = take(parser);
    optional = spanOf(parser, mark);
    if (atStep(parser)) {
      const meant = atSign(parser, '.') ? `${path}.${peek(parser, 1).text}?` : null;
      return fail(parser, mark, 'short-optional', {}, meant);
    }
  }
  return { kind: 'path', root, steps, optional, at: spanFrom(parser, first) };
}

/** `shell(path)`: the commands of the command line at the path. */
function parseShell(parser: Parser): PathTree | null {
  const name = take(parser);
  take(parser);
  const path = parsePath(parser);
  if (path === null || !takeSign(parser, ')')) return null;
  if (path.optional !== null) return fail(parser, peek(parser, -2), 'short-optional', {});
  const at = spanFrom(parser, name);
  // A `?` is for the list: without it, unknown commands keep a rule that closes from being written with `for`.
  const optional = atSign(parser, '?') ? spanOf(parser, take(parser)) : null;
  return { ...path, steps: [...path.steps, { kind: 'shell', at }], optional, at };
}

function atStep(parser: Parser): boolean {
  if (atSign(parser, '[')) return true;
  return atSign(parser, '.') && !(peek(parser, 1).kind === 'name' && atSign(parser, '(', 2));
}

function parseMember(parser: Parser): PathStep | null {
  const dot = take(parser);
  const name = peek(parser);
  if (name.kind !== 'name') return failExpected(parser, 'a name after `.`');
  take(parser);
  return { kind: 'member', name: name.text, at: spanFrom(parser, dot) };
}

function parseIndex(parser: Parser, path: string): PathStep | null {
  const open = take(parser);
  const first = peek(parser);
  if (atSign(parser, '*') || atWord(parser, '_'))
    return fail(parser, first, 'short-index', { text: first.text }, `exists(x in ${path}, …)`);
  if (atSign(parser, ']')) return failExpected(parser, 'a text or a number in brackets');
  const index = nested(parser, () => parser.grammar.condition(parser));
  if (index === null) return null;
  if (atSign(parser, ',')) {
    const names = [index];
    while (takeComma(parser)) {
      const name = nested(parser, () => parser.grammar.condition(parser));
      if (name === null) return null;
      names.push(name);
    }
    return takeSign(parser, ']') ? { kind: 'union', names, at: spanFrom(parser, open) } : null;
  }
  if (!takeSign(parser, ']')) return null;
  return { kind: 'index', index, at: spanFrom(parser, open) };
}

/** True if a path leads to the commands of a command line. */
export const isShell = ({ steps }: PathTree): boolean => steps.at(-1)?.kind === 'shell';
