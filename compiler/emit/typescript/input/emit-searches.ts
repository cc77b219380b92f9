import type { Search, Searches } from '../../../searches.ts';
import { code, joined, literal, type Code } from '../code/code.ts';

function list(searches: readonly Search[]): Code {
  const each = searches.map(
    ({ type, template, slot }) =>
      code`{ type: ${literal(type)}, template: ${literal(template)}, slot: ${literal(slot)} }`,
  );
  return code`[${joined(each, ', ')}]`;
}

/** `authzen` of the compiled ruleset; nothing for one that says none. */
export function emitSearches(searches: Searches | null): Code {
  if (searches === null) return code``;
  const { subjects, resources, actions } = searches;
  return code`authzen: { subjects: ${list(subjects)}, resources: ${list(resources)}, actions: ${list(actions)} },
`;
}
