import { commandsIn } from '../../../runtime/shell/shell-commands.ts';
import { isShellStep } from '../../../runtime/values/shell-step.ts';
import { InputReader } from '../../../runtime/facts/input.ts';
import type { InputFacts } from '../../../compiler/input-facts.ts';
import type { InputPath, Segment } from '../../../compiler/language/input/input-path.ts';
import type { Findings, RawFinding } from '../analysis.ts';
import type { AnalysisContext } from '../context.ts';
import { partText } from '../../../library/document/path-text.ts';
import type { Request } from '../../../library/suite/request.ts';

/** Reports the entries of `input` that yield no fact of any document of the cases. */
export function findIdleInput({ explainable }: AnalysisContext, requests: readonly Request[]): Findings {
  const documents = requests
    .map(({ input }) => input)
    .filter((input) => input !== null && input !== undefined);
  if (documents.length === 0) return { findings: [], unknown: [] };
  const idle = explainable.checked.input.filter(
    (entry) => !documents.some((document) => mayYield(entry, document)),
  );
  const findings = new Map<string, RawFinding>();
  for (const entry of idle) {
    const part = explainable.document.get(entry.template);
    const message =
      part === undefined
        ? `input ${entry.template}: no document in the cases has a value at ${entry.each.map(({ text }) => text).join(', ')}`
        : `${partText(part)}: no document in the cases has it`;
    if (!findings.has(message))
      findings.set(message, { code: 'idle-input', rule: null, message, with: [], facts: null, at: entry.at });
  }
  return { findings: [...findings.values()], unknown: [] };
}

/** True if each path of an entry leads to something, below the items of the path before. */
function mayYield({ each }: InputFacts, document: unknown): boolean {
  const reader = new InputReader(null, 0);
  let items: readonly unknown[] = [document];
  for (const path of each) {
    if (path.root === '#' || path.outer > 0) return true;
    items = (path.root === '$' ? [document] : items).flatMap((item) => placesOf(reader, path, item));
  }
  return items.length > 0;
}

function placesOf(reader: InputReader, { segments }: InputPath, from: unknown): readonly unknown[] {
  let values: readonly unknown[] = [from];
  for (const segment of segments) values = values.flatMap((value) => stepsOf(reader, segment, value));
  return values;
}

function stepsOf(
  reader: InputReader,
  { descendant, selectors }: Segment,
  value: unknown,
): readonly unknown[] {
  if (selectors === 'leaves') return reader.leaves(value).values;
  if (isShellStep(selectors)) return [commandsIn(value, selectors.whenUnknown)];
  return (descendant ? reader.selectDeep(value, selectors) : reader.select(value, selectors)).values;
}
