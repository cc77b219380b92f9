import { decidingRules } from '../enumerate/deciding-rules.ts';
import { enumerateRequests, type Enumeration } from '../enumerate/enumerate-requests.ts';
import { factsNeeded, type FactCounts } from '../enumerate/facts-needed.ts';
import type { Drawable } from '../../library/constants/drawable.ts';
import { meaningText } from './changed-rules.ts';
import type { VersionPair } from './version-pair.ts';

/** Every request that the rules of two versions can distinguish. */
export function everyRequest(pair: VersionPair, drawable: Drawable, now: number): Enumeration | null {
  return enumerateRequests(drawable, neededFor(pair), now);
}

/**
 * So many facts that both versions decide as they do: a rule of each that decides, and no other. Null: it is not known
 * how many, or callers' facts are not the same for both.
 */
function neededFor({ old, new: latest }: VersionPair): FactCounts | null {
  const [before, after] = [old.checked, latest.checked];
  if (meaningText([before.templates, before.input]) !== meaningText([after.templates, after.input]))
    return null;
  const [rules, others] = [decidingRules(before), decidingRules(after)];
  return rules === null || others === null ? null : factsNeeded([rules, others], [...rules, ...others]);
}
