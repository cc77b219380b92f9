import type { AutomatonProgram } from '../../../runtime/regex/regex.ts';
import { partitionCharacters } from './character-partition.ts';
import type { CodePoints } from './code-points.ts';
import { PERL_CLASSES } from './named-classes.ts';
import type { AssertionKind, RegexNode, RepeatNode } from './syntax-tree.ts';

/** Operations and assertions as numbers: runtime/regex/regex.ts says what they do. */
const MATCH = 0;
const SET = 1;
const SPLIT = 2;
const ASSERT = 3;
const ASSERTIONS: Readonly<Record<AssertionKind, number>> = {
  'text-start': 0,
  'text-end': 1,
  'line-start': 2,
  'line-end': 3,
  'word-boundary': 4,
  'no-word-boundary': 5,
};

interface ProgramBuilder {
  readonly instructions: number[];
  readonly sets: CodePoints[];
  readonly setNumbers: Map<string, number>;
}

/**
 * Thompson's construction, from the end to the front: each part is written after what follows it, so that only loops
 * need an address filled in later. One pattern is written after the other. INVARIANT: their programSize together is within
 * the limit.
 */
export function buildProgram(trees: readonly RegexNode[]): AutomatonProgram {
  const builder: ProgramBuilder = { instructions: [], sets: [], setNumbers: new Map() };
  const patterns = trees.map((tree, pattern) => ({
    start: write(builder, tree, add(builder, MATCH, pattern, 0)),
    anchored: isAnchored(tree),
  }));
  const assertions = assertionsOf(builder.instructions);
  const contexts: CodePoints[] = [];
  // The class alone must determine the context of an assertion: no class may mix newlines or word characters in.
  if (assertions.has(ASSERTIONS['line-start']) || assertions.has(ASSERTIONS['line-end']))
    contexts.push([0x0a, 0x0a]);
  if (assertions.has(ASSERTIONS['word-boundary']) || assertions.has(ASSERTIONS['no-word-boundary'])) {
    contexts.push(PERL_CLASSES.get('w')!);
  }
  const partition = partitionCharacters([...builder.sets, ...contexts]);
  return {
    kind: 'automaton',
    patterns,
    instructions: builder.instructions,
    sets: partition.sets.slice(0, builder.sets.length),
    starts: partition.starts,
    classes: partition.classes,
  };
}

/** Adds an instruction and returns its address. */
function add(builder: ProgramBuilder, operation: number, a: number, b: number): number {
  return builder.instructions.push(operation, a, b) / 3 - 1;
}

/** Writes a node that continues at `next`; returns its start address. */
function write(builder: ProgramBuilder, node: RegexNode, next: number): number {
  switch (node.kind) {
    case 'empty':
      return next;
    case 'set':
      return add(builder, SET, setNumber(builder, node.points), next);
    case 'assertion':
      return add(builder, ASSERT, ASSERTIONS[node.assertion], next);
    case 'sequence':
      return node.parts.reduceRight((after, part) => write(builder, part, after), next);
    case 'alternation': {
      const entries = node.branches.map((branch) => write(builder, branch, next));
      return entries.reduceRight((rest, entry) => add(builder, SPLIT, entry, rest));
    }
    case 'repeat':
      return writeRepeat(builder, node, next);
  }
}

/** `x{2,4}` as `xx(x(x)?)?`, `x{2,}` as `xx+`. */
function writeRepeat(builder: ProgramBuilder, node: RepeatNode, next: number): number {
  let entry = next;
  let copies = node.min;
  if (node.max === null) {
    const loop = add(builder, SPLIT, 0, next);
    const body = write(builder, node.part, loop);
    builder.instructions[loop * 3 + 1] = body;
    entry = copies === 0 ? loop : body;
    copies = Math.max(copies - 1, 0);
  } else {
    for (let i = node.min; i < node.max; i++)
      entry = add(builder, SPLIT, write(builder, node.part, entry), next);
  }
  for (let i = 0; i < copies; i++) entry = write(builder, node.part, entry);
  return entry;
}

function setNumber(builder: ProgramBuilder, points: CodePoints): number {
  const key = points.join(' ');
  const known = builder.setNumbers.get(key);
  if (known !== undefined) return known;
  const number = builder.sets.push(points) - 1;
  builder.setNumbers.set(key, number);
  return number;
}

function assertionsOf(instructions: readonly number[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (let i = 0; i < instructions.length; i += 3) {
    if (instructions[i] === ASSERT) found.add(instructions[i + 1]!);
  }
  return found;
}

/** True if every match begins at the start of the text, so that a search tries no other place. */
export function isAnchored(node: RegexNode): boolean {
  switch (node.kind) {
    case 'assertion':
      return node.assertion === 'text-start';
    case 'sequence':
      return isAnchored(node.parts[0]!);
    case 'alternation':
      return node.branches.every(isAnchored);
    case 'repeat':
      return node.min > 0 && isAnchored(node.part);
    default:
      return false;
  }
}
