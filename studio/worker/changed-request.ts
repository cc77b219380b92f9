import type { Selector } from '../../compiler/language/input/input-path.ts';
import { withoutValue, withValue } from '../../library/document/edit-document.ts';
import type { Change, ExplainedFact } from '../../library/explain/explanation.ts';
import { writeJson } from '../../library/json.ts';
import { readRequest } from '../../library/read-request.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { indented } from '../protocol/indented.ts';

const STEP = /\.(?<name>[A-Za-z_][A-Za-z0-9_]*)|\[(?:(?<index>-?\d+)|(?<text>"(?:[^"\\]|\\.)*"))\]/gy;

/**
 * The request with the changes of a flip, as indented JSON.
 *
 * @param facts those of the explanation, which the changes count
 * @returns `null` if a change is about a fact that is not in the request
 */
export function changedRequest(
  request: string,
  facts: readonly ExplainedFact[],
  changes: readonly Change[],
): string | null {
  let { facts: given, input } = readRequest(request.trim() === '' ? '[]' : request);
  for (const change of changes) {
    if (change.kind === 'set' || change.kind === 'leave_out') {
      const keys = keysOf(change.path);
      if (keys === null) return null;
      input = change.kind === 'set' ? withValue(input, keys, change.to) : withoutValue(input, keys);
    } else {
      const changed = changedFacts(given, facts, change);
      if (changed === null) return null;
      given = changed;
    }
  }
  const parts = {
    ...(given.length > 0 || input === null ? { facts: given } : {}),
    ...(input === null ? {} : { input }),
  };
  return indented(writeJson(parts));
}

/** The keys of a path as flips write it; `null` for another text. */
function keysOf(path: string): readonly Selector[] | null {
  const keys: Selector[] = [];
  STEP.lastIndex = 'input'.length;
  while (STEP.lastIndex < path.length) {
    const groups = STEP.exec(path)?.groups;
    if (groups === undefined) return null;
    const { name, index, text } = groups;
    keys.push(name ?? (index === undefined ? (JSON.parse(text ?? '""') as string) : Number(index)));
  }
  return keys;
}

function changedFacts(
  given: readonly FactInput[],
  facts: readonly ExplainedFact[],
  change: Exclude<Change, { kind: 'set' | 'leave_out' }>,
): readonly FactInput[] | null {
  if (change.kind === 'add') return [...given, { template: change.template, data: change.data }];
  const explained = facts[change.fact - 1];
  const at = explained === undefined ? -1 : given.findIndex((fact) => isSame(fact, explained));
  const fact = given[at];
  if (fact === undefined) return null;
  return change.kind === 'remove'
    ? given.toSpliced(at, 1)
    : given.with(at, { ...fact, data: { ...fact.data, [change.slot]: change.to } });
}

/** True if what the request gives of a fact is what the explanation has. */
function isSame({ template, data }: FactInput, explained: ExplainedFact): boolean {
  return (
    template === explained.template &&
    Object.entries(data).every(
      ([slot, value]) => writeJson(value) === writeJson(explained.data[slot] ?? null),
    )
  );
}
