import type { Document } from '../documents/document.ts';
import type { Location, PositionParams } from '../protocol/types.ts';
import type { RulesetOfDocument, Workspace } from '../workspace/workspace.ts';
import { namesOf } from './collect.ts';
import { placeOf, type NameIndex, type Occurrence } from './name-index.ts';

/** A name at a position, in the ruleset that it belongs to. */
export interface NameAt {
  readonly document: Document;
  readonly ruleset: RulesetOfDocument;
  readonly index: NameIndex;
  readonly occurrence: Occurrence;
}

export function nameAt(workspace: Workspace, { textDocument, position }: PositionParams): NameAt | null {
  const document = workspace.find(textDocument.uri);
  if (document === null) return null;
  const offset = document.lines.offsetAt(position);
  for (const ruleset of rulesetsAround(workspace, document)) {
    const index = namesOf(ruleset);
    const occurrence = index.at(document, offset);
    if (occurrence !== null) return { document, ruleset, index, occurrence };
  }
  return null;
}

/** A table of rows, a graph and a file of the library belong to every ruleset that reads them. */
export function rulesetsAround(workspace: Workspace, document: Document): readonly RulesetOfDocument[] {
  const own = workspace.rulesetOf(document);
  const isMember = ({ analysis, graphs }: RulesetOfDocument): boolean =>
    graphs.includes(document) || analysis.members.some((member) => member.document === document);
  return own === null ? workspace.rulesets().filter(isMember) : [own];
}

/** The names in a document, in every ruleset that it belongs to. */
export function namesIn(workspace: Workspace, document: Document): readonly Occurrence[] {
  return rulesetsAround(workspace, document).flatMap((ruleset) => namesOf(ruleset).inDocument(document));
}

/** The occurrences of a name in all rulesets that share its definition. */
export function everywhere(
  workspace: Workspace,
  { ruleset, index, occurrence }: NameAt,
): readonly Occurrence[] {
  const own = index.of(occurrence.id);
  const definitions = own.filter(({ isDefinition }) => isDefinition);
  const all = new Map(own.map((one) => [placeOf(one), one]));
  for (const other of workspace.rulesets()) {
    if (other === ruleset) continue;
    const found = namesOf(other).of(occurrence.id);
    const isShared = found.some((one) =>
      definitions.some((definition) => placeOf(definition) === placeOf(one)),
    );
    if (isShared) for (const one of found) all.set(placeOf(one), one);
  }
  return [...all.values()];
}

export function locationOf({ document, start, end }: Occurrence): Location {
  return { uri: document.uri, range: document.lines.rangeOf(start, end) };
}
