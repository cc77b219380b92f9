import type { ReadPart } from '../../../../runtime/description.ts';
import { code, joined, literal, nothing, type Code } from '../code/code.ts';

/** The member `reads` of the mapping; nothing where the facts of a document say what was read. */
export function readsOf(document: ReadPart | null): Code {
  return document === null ? nothing : code`reads: ${part(document)},\n`;
}

function part({ whole, sensitive, members, every }: ReadPart): Code {
  const named = [...members].map(([name, member]) => code`[${literal(name)}, ${part(member)}]`);
  const map = named.length === 0 ? code`new Map()` : code`new Map([${joined(named, ', ')}])`;
  return code`{ whole: ${literal(whole)}, sensitive: ${literal(sensitive)}, members: ${map}, every: ${every === null ? code`null` : part(every)} }`;
}
