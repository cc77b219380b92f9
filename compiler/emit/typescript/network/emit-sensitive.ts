import type { Ruleset } from '../../../ruleset.ts';
import type { SensitiveConsequence } from '../../../sensitivity.ts';
import { code, joined, lines, literal, nothing, type Code } from '../code/code.ts';

function texts(names: readonly string[]): Code {
  return code`[${joined(
    names.map((name) => literal(name)),
    ', ',
  )}]`;
}

function consequence({ reason, metadata, obligations }: SensitiveConsequence): Code {
  const properties = obligations.map(([type, names]) => code`[${literal(type)}, ${texts(names)}]`);
  return code`{ reason: ${literal(reason)}, metadata: ${texts(metadata)}, obligations: [${joined(properties, ', ')}] }`;
}

/** The member `sensitive` of the exported ruleset; nothing for the many that have no sensitive slot. */
export function sensitiveInfo(sensitive: Ruleset['sensitive']): Code {
  if (sensitive === undefined) return nothing;
  const slots = [...sensitive.slots].map(
    ([template, names]) => code`[${literal(template)}, ${texts(names)}],`,
  );
  const rules = [...sensitive.rules].map(([rule, what]) => code`[${literal(rule)}, ${consequence(what)}],`);
  return code`sensitive: { slots: new Map([
${lines(slots)}
]), rules: new Map([
${lines(rules)}
]) },
`;
}
