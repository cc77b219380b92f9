import type { WrittenSyntax } from '../../../compiler/short-syntax.ts';
import { declaredDocument } from './declared-document.ts';
import type { RaisedDocument } from './halves.ts';
import { hiddenTemplates } from './hidden-templates.ts';

/** The document whose facts are written out; null if there is none, or if tables need its templates. */
export function raisedDocument(
  syntax: Pick<WrittenSyntax, 'templates' | 'inputs' | 'ruleGroups'>,
): RaisedDocument | null {
  const templates = hiddenTemplates(syntax);
  if (templates === null) return null;
  const ofTables = JSON.stringify(
    syntax.ruleGroups.map(({ tables }) => tables),
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  );
  const isNeeded = [...templates.byName.keys()].some((name) =>
    ofTables.includes(`"template":{"value":${JSON.stringify(name)}`),
  );
  const declared = isNeeded ? null : declaredDocument(templates);
  return declared && { templates, declared };
}
