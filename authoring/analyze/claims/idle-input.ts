import type { InputFacts } from '../../../compiler/input-facts.ts';
import type { InputPath, Segment } from '../../../compiler/language/input/input-path.ts';
import type { Claims, RawFinding } from '../analysis.ts';
import type { AnalysisContext } from '../context.ts';
import { partText } from '../../../library/document/path-text.ts';
import type { Request } from '../../../library/suite/request.ts';

/** Reports the entries of `input` that yield no fact of any document of the cases. */
export function claimIdleInput({ asked }: AnalysisContext, requests: readonly Request[]): Claims {
  const documents = requests
    .map(({ input }) => input)
    .filter((input) => input !== null && input !== undefined);
  if (documents.length === 0) return { findings: [], unknown: [] };
  const idle = asked.checked.input.filter(
    (entry) => !documents.some((document) => mayYield(entry, document)),
  );
  const findings = new Map<string, RawFinding>();
  for (const entry of idle) {
    const part = asked.document.get(entry.template);
    const message =
      part === undefined
        ? `input ${entry.template}: no document of the cases has anything at ${entry.each.map(({ text }) => text).join(', ')}`
        : `${partText(part)}: no document of the cases has it`;
    if (!findings.has(message))
      findings.set(message, { code: 'idle-input', rule: null, message, with: [], facts: null, at: entry.at });
  }
  return { findings: [...findings.values()], unknown: [] };
}

/** True if each path of an entry leads to something, below the items of the path before. */
function mayYield({ each }: InputFacts, document: unknown): boolean {
  let items: readonly unknown[] = [document];
  for (const path of each) {
    if (path.root === '#' || path.outer > 0) return true;
    items = placesOf(path, path.root === '$' ? [document] : items);
  }
  return items.length > 0;
}

function placesOf({ segments }: InputPath, from: readonly unknown[]): readonly unknown[] {
  return segments.reduce<readonly unknown[]>(
    (values, segment) => values.flatMap((value) => stepsOf(segment, value)),
    from,
  );
}

function stepsOf({ descendant, selectors }: Segment, value: unknown): readonly unknown[] {
  if (selectors === 'leaves') return [value];
  const starts = descendant ? withDescendants(value) : [value];
  return starts.flatMap((start) =>
    selectors === null ? childrenOf(start) : selectors.flatMap((selector) => childAt(start, selector)),
  );
}

function withDescendants(value: unknown): readonly unknown[] {
  return [value, ...childrenOf(value).flatMap(withDescendants)];
}

function childrenOf(value: unknown): readonly unknown[] {
  if (value instanceof Map) return [...value.values()];
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

/** The child, if there is one. */
function childAt(value: unknown, selector: string | number): readonly unknown[] {
  if (Array.isArray(value)) {
    const item: unknown = typeof selector === 'number' ? value.at(selector) : undefined;
    return item === undefined ? [] : [item];
  }
  if (typeof selector === 'number' || typeof value !== 'object' || value === null) return [];
  if (value instanceof Map) return value.has(selector) ? [value.get(selector)] : [];
  return Object.hasOwn(value, selector) ? [(value as Readonly<Record<string, unknown>>)[selector]] : [];
}
