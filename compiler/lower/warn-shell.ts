/** An `allow` by the programs of a command line that leaves out what else a command does. */
import type { Span } from '../diagnostics/position.ts';
import { STARTING_PROGRAMS } from '../language/shell/starting-programs.ts';
import type { LoweredRule } from './context.ts';
import type { PathNode } from './document/nodes.ts';
import type { ResolvedLeft } from './resolved-rule.ts';
import { partsOf, type Resolved } from './resolved.ts';

/** Members that every `allow` by program must test, too. */
const OTHERS = ['dynamic', 'writes', 'env'];

/** The tests of a rule on the commands of one command line. */
interface Tested {
  readonly members: Set<string>;
  /** Where the program is tested first. */
  program: Span | null;
  /** Programs that the rule allows. */
  readonly allowed: Map<string, Span>;
}

/** Reports an `allow` that tests programs alone, and one that allows a program which can start others. */
export function warnShell(rule: LoweredRule, left: ResolvedLeft): void {
  const commands = new Map<PathNode, Tested>();
  for (const condition of left.if) collect(condition, false, commands);
  for (const { members, program, allowed } of commands.values()) {
    const others = OTHERS.filter((name) => !members.has(name)).map((name) => `\`${name}\``);
    const parameters = { name: rule.name, members: others.join(', ') };
    if (program !== null && others.length > 0) rule.report.add('short-shell-members', program, parameters);
    if (members.has('args')) continue;
    for (const { name: started, by } of STARTING_PROGRAMS) {
      const at = allowed.get(started);
      if (at !== undefined)
        rule.report.add('short-shell-starts', at, { name: rule.name, program: started, by });
    }
  }
}

function collect(expression: Resolved, isNegated: boolean, commands: Map<PathNode, Tested>): void {
  const visit = (part: Resolved, negated = isNegated): void => collect(part, negated, commands);
  switch (expression.kind) {
    case 'path':
      mention(expression, commands);
      return;
    case 'not':
      visit(expression.operand, !isNegated);
      return;
    case 'quantifier': {
      const { binding, source, args, quantifier } = expression;
      if (source !== null && binding.kind === 'item') mention(source, commands);
      for (const [i, argument] of args.entries())
        visit(argument, quantifier.value === 'forall' && i < args.length - 1 ? !isNegated : isNegated);
      return;
    }
    default:
      for (const part of partsOf(expression)) visit(part);
      allow(expression, isNegated, commands);
  }
}

/** Notes a member of a command. */
function mention(path: Extract<Resolved, { kind: 'path' }>, commands: Map<PathNode, Tested>): void {
  const tested = testedBy(path, commands);
  const [member] = path.node.keys;
  if (tested === null || typeof member !== 'string') return;
  tested.members.add(member);
  if (member === 'program') tested.program ??= path.at;
}

function testedBy(
  { node }: Extract<Resolved, { kind: 'path' }>,
  commands: Map<PathNode, Tested>,
): Tested | null {
  if (node.owner?.isShell !== true) return null;
  const { path } = node.owner;
  const known = commands.get(path);
  if (known !== undefined) return known;
  const made: Tested = { members: new Set(), program: null, allowed: new Map() };
  commands.set(path, made);
  return made;
}

/** Notes the programs that a comparison lets pass. */
function allow(expression: Resolved, isNegated: boolean, commands: Map<PathNode, Tested>): void {
  if (expression.kind !== 'comparison' && expression.kind !== 'in') return;
  const isOut = expression.kind === 'in' ? expression.isNegated : expression.sign.value !== '==';
  if (isOut !== isNegated) return;
  const { left, right } = expression;
  const [path, value] = left.kind === 'path' ? [left, right] : [right, left];
  if (path.kind !== 'path' || path.node.keys[0] !== 'program') return;
  const tested = testedBy(path, commands);
  for (const text of textsOf(value))
    if (tested !== null && !tested.allowed.has(text)) tested.allowed.set(text, value.at);
}

function textsOf(value: Resolved): readonly string[] {
  if (value.kind === 'literal') return value.value.kind === 'text' ? [value.value.value] : [];
  if (value.kind === 'constant') return value.constant.texts ?? [];
  return value.kind === 'list' ? value.items.flatMap(textsOf) : [];
}
