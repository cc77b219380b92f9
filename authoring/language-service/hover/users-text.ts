import type { Occurrence } from '../names/name-index.ts';

const MOST_NAMED = 5;

/** Which rules read a template or a slot, and which assert or modify it; empty for every other name. */
export function usersText({ sort }: Occurrence, found: readonly Occurrence[]): string {
  if (sort !== 'template' && sort !== 'slot') return '';
  const rules = (isWrite: boolean): readonly string[] => [
    ...new Set(found.filter((one) => one.isWrite === isWrite).flatMap(({ rule }) => rule ?? [])),
  ];
  return [sentence('Read by', rules(false)), sentence('Asserted by', rules(true))].join('\n\n');
}

function sentence(what: string, rules: readonly string[]): string {
  if (rules.length === 0) return `${what} no rule.`;
  const named = rules.slice(0, MOST_NAMED).map((rule) => `\`${shortName(rule)}\``);
  const more = rules.length - named.length;
  const last = more > 0 ? `${more} more` : named.pop();
  return `${what} ${named.length === 0 ? last : `${named.join(', ')} and ${last}`}.`;
}

/** `name` for a rule of MAIN, `module::name` for any other. */
export const shortName = (rule: string): string => rule.replace(/^MAIN::/, '');
