import type { Report } from '../../diagnostics/report.ts';
import type { Search, Searches } from '../../searches.ts';
import type { SearchSyntax } from '../../input-syntax.ts';
import type { Checked, Pass } from '../checked.ts';
import { findMatched } from '../scope/find-template.ts';
import { reportUnknownSlot, slotOf } from '../scope/environment.ts';

function checkSearch(search: SearchSyntax, checked: Checked, report: Report): readonly Search[] {
  const { type, slot } = search;
  const template = findMatched(search, { checked, report });
  if (template === null) return [];
  if (slotOf(template, slot.value) === null) {
    reportUnknownSlot(slot, template, report);
    return [];
  }
  return [{ type: type?.value ?? null, template: template.name, slot: slot.value }];
}

/** `authzen:` says what can be searched; the documents of a ruleset say it together. */
export const checkAuthzen: Pass = (checked, report) => {
  const { authzens } = checked.syntax;
  if (authzens.length === 0) return checked;
  const of = (kind: keyof Searches): readonly Search[] =>
    authzens.flatMap((written) => written[kind].flatMap((each) => checkSearch(each, checked, report)));
  return {
    ...checked,
    authzen: { subjects: of('subjects'), resources: of('resources'), actions: of('actions') },
  };
};
