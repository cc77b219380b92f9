/** Which parts of a document its rules read: a record of a decision keeps those, and nothing else of it. */
import type { InputFacts } from '../input-facts.ts';
import type { InputPath, Segment } from '../language/input/input-path.ts';
import type { ReadPart } from '../../runtime/description.ts';
import { isShellStep } from '../../runtime/values/shell-step.ts';
import type { Template } from '../ruleset.ts';
import type { Sensitivity } from '../sensitivity.ts';

/** A part that is still drawn up. */
interface Draft {
  whole: boolean;
  sensitive: boolean;
  /** True if its commands are read: nothing below it is of the document. */
  isShell: boolean;
  readonly members: Map<string, Draft>;
  every: Draft | null;
}

/**
 * The document as a whole; null if every fact that it brings could come without one, too: then the facts say what was
 * decided on.
 */
export function readDocument(
  input: readonly InputFacts[],
  templates: readonly Template[],
  sensitivity: Sensitivity | undefined,
): ReadPart | null {
  if (!templates.some(({ from }) => from === 'document')) return null;
  const document = newDraft();
  for (const facts of input) read(facts, document, new Set(sensitivity?.slots.get(facts.template)));
  return finished(document);
}

function newDraft(): Draft {
  return { whole: false, sensitive: false, isShell: false, members: new Map(), every: null };
}

function read({ each, slots, required, shapes }: InputFacts, document: Draft, sensitive: Set<string>): void {
  const levels: (readonly Draft[])[] = [];
  /** Where a path ends. One that leads to a key reads nothing of the document. */
  const endsOf = ({ root, outer, segments }: InputPath): readonly Draft[] => {
    if (root === '#') return [];
    const from = root === '$' ? [document] : (levels.at(-1 - outer) ?? [document]);
    return segments.reduce((parts, segment) => parts.flatMap((part) => below(part, segment)), from);
  };
  for (const path of each) levels.push(endsOf(path));
  for (const path of [...required, ...shapes.map((shape) => shape.path)]) endsOf(path);
  for (const { slot, path } of slots)
    for (const end of endsOf(path)) {
      end.whole = true;
      end.sensitive ||= sensitive.has(slot);
    }
}

/** The parts that a segment leads to. An index can count from either end, so it is treated as every item. */
function below(part: Draft, { descendant, selectors }: Segment): readonly Draft[] {
  if (isShellStep(selectors)) {
    part.whole = true;
    part.isShell = true;
  }
  if (part.isShell) return [part];
  if (descendant || selectors === 'leaves' || isShellStep(selectors)) {
    part.whole = true;
    return [part];
  }
  const names = selectors?.filter((selector) => typeof selector === 'string') ?? [];
  const named = names.map((name) => {
    const member = part.members.get(name) ?? newDraft();
    part.members.set(name, member);
    return member;
  });
  if (names.length === selectors?.length) return named;
  part.every ??= newDraft();
  return [...named, part.every];
}

/** Merges the part that is read of every member into each named member. */
function finished({ whole, sensitive, members, every }: Draft): ReadPart {
  const named = [...members].map(
    ([name, member]) => [name, finished(every === null ? member : merged(member, every))] as const,
  );
  return { whole, sensitive, members: new Map(named), every: every === null ? null : finished(every) };
}

function merged(a: Draft, b: Draft): Draft {
  const names = new Set([...a.members.keys(), ...b.members.keys()]);
  const members = [...names].map((name) => [name, either(a.members.get(name), b.members.get(name))] as const);
  const every = a.every === null && b.every === null ? null : either(a.every, b.every);
  return {
    whole: a.whole || b.whole,
    sensitive: a.sensitive || b.sensitive,
    isShell: a.isShell || b.isShell,
    members: new Map(members),
    every,
  };
}

function either(a: Draft | null | undefined, b: Draft | null | undefined): Draft {
  if (a === null || a === undefined) return b ?? newDraft();
  return b === null || b === undefined ? a : merged(a, b);
}
