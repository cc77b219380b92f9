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
 * Returns the number of facts that suffices for every decision of both versions: one deciding rule of each. Null if the
 * number is unknown, or callers' facts differ between the versions.
 */
function neededFor({ old, new: latest }: VersionPair): FactCounts | null {
  const [before, after] = [old.checked, latest.checked];
  if (meaningText([before.templates, before.input]) !== meaningText([after.templates, after.input]))
    return null;
  const [rules, others] = [decidingRules(before), decidingRules(after)];
  return rules === null || others === null ? null : factsNeeded([rules, others], [...rules, ...others]);
}
