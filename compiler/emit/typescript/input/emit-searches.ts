import type { Search, Searches } from '../../../searches.ts';
import { relationOf } from '../../../relation.ts';
import { entryOf } from '../../../required.ts';
import { code, joined, literal, type Code } from '../code/code.ts';
import type { Context } from '../context.ts';

function list(searches: readonly Search[], { templates }: Context): Code {
  const each = searches.map(({ type, template, slot }) => {
    const rows =
      relationOf(template) === null ? code`` : code`, rows: ${entryOf(templates, template).operations}`;
    return code`{ type: ${literal(type)}, template: ${literal(template)}, slot: ${literal(slot)}${rows} }`;
  });
  return code`[${joined(each, ', ')}]`;
}

/** `authzen` of the compiled ruleset; nothing for one that says none. */
export function emitSearches(searches: Searches | null, context: Context): Code {
  if (searches === null) return code``;
  const { subjects, resources, actions } = searches;
  return code`authzen: { subjects: ${list(subjects, context)}, resources: ${list(resources, context)}, actions: ${list(actions, context)} },
`;
}
