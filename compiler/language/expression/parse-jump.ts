import { parseArguments, parseTerm } from './parse-term.ts';
import { closeForm, failSyntax, peek, spanFrom, take, type FormParser } from './parser.ts';

/** `(bind ?x <value>*)` */
const parseBind: FormParser = (parser, head) => {
  const name = take(parser);
  if (name.kind !== 'variable' && name.kind !== 'multi-variable')
    return failSyntax(parser, name, 'a variable');
  const values = parseArguments(parser);
  if (values === null) return null;
  return { kind: 'bind', name: name.text, values, at: spanFrom(parser, head.start) };
};

/** `(return <value>)`. Without a value a function would answer nothing, which no function of a policy has use for. */
const parseReturn: FormParser = (parser, head, jumps) => {
  if (!jumps.return) {
    parser.report.add('clips-jump-misplaced', head.nameAt, {
      name: 'return',
      place: 'as an action of a function',
    });
    return null;
  }
  if (peek(parser).kind === 'close')
    return failSyntax(parser, peek(parser), 'the value that `return` returns');
  const value = parseTerm(parser);
  if (value === null || !closeForm(parser, 'return')) return null;
  return { kind: 'return', value, at: spanFrom(parser, head.start) };
};

/** `(break)` */
const parseBreak: FormParser = (parser, head, jumps) => {
  if (!jumps.break) {
    parser.report.add('clips-jump-misplaced', head.nameAt, {
      name: 'break',
      place: 'as an action of a loop',
    });
    return null;
  }
  return closeForm(parser, 'break') ? { kind: 'break', at: spanFrom(parser, head.start) } : null;
};

export const JUMP_FORMS: ReadonlyMap<string, FormParser> = new Map([
  ['bind', parseBind],
  ['return', parseReturn],
  ['break', parseBreak],
]);
