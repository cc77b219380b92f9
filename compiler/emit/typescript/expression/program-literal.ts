import type { PatternEntry, RegexProgram } from '../../../../runtime/regex/regex.ts';
import { code, joined, literal, type Code, type Primitive } from '../code/code.ts';

/** The program as an object literal of generated code, for createRegex or createRegexSet of the runtime. */
export function programLiteral(program: RegexProgram): Code {
  if (program.kind === 'literals') return code`{ kind: 'literals', literals: ${list(program.literals)} }`;
  const { patterns, instructions, sets, starts, classes } = program;
  const members = joined(sets.map(list), ', ');
  return code`{ kind: 'automaton', patterns: [${joined(patterns.map(entry), ', ')}], instructions: ${list(instructions)}, sets: [${members}], starts: ${list(starts)}, classes: ${list(classes)} }`;
}

function entry({ start, anchored }: PatternEntry): Code {
  return code`{ start: ${literal(start)}, anchored: ${literal(anchored)} }`;
}

function list(values: readonly Primitive[]): Code {
  return code`[${joined(
    values.map((value) => literal(value)),
    ', ',
  )}]`;
}
