import type { Metadata, MetadataPairs } from '../description.ts';
import { NO_ACTION, type RuleRecord } from '../abi.ts';
import { isOfMatch } from './named-key.ts';
import type { NamedValue } from './named-value.ts';

const NO_METADATA: Metadata = Object.freeze({});
const NOBODY: readonly string[] = Object.freeze([]);
const NOTHING: readonly NamedValue[] = Object.freeze([]);

/** Metadata from its pairs: keys never reach the prototype. */
export function metadataOf(pairs: MetadataPairs): Metadata {
  return Object.freeze(Object.fromEntries(pairs));
}

/** Properties of a rule except its name (default: none, with `log` set to `summary`). */
type RuleParts = Partial<
  Omit<RuleRecord, 'name' | 'module' | 'position' | 'metadata' | 'readsMatch' | 'hidden'>
> & {
  readonly metadata?: MetadataPairs;
};

/**
 * The record of a rule.
 *
 * @param name `module::rule`
 * @param position `file:line:column`
 */
export function rule(name: string, position: string, parts: RuleParts): RuleRecord {
  const { reasonOf = null, metadataOf: writeMetadata = null, named = NOTHING } = parts;
  return {
    name,
    module: name.slice(0, name.indexOf('::')),
    position,
    action: parts.action ?? null,
    rank: parts.rank ?? NO_ACTION,
    reason: parts.reason ?? '',
    reasonOf,
    fire: parts.fire ?? null,
    metadata: parts.metadata === undefined ? NO_METADATA : metadataOf(parts.metadata),
    metadataOf: writeMetadata,
    named,
    readsMatch: reasonOf !== null || writeMetadata !== null || named.some(isOfMatch),
    log: parts.log ?? 'summary',
    notify: parts.notify ?? NOBODY,
    attestation: parts.attestation ?? false,
    scope: parts.scope ?? null,
    scopeOf: parts.scopeOf ?? null,
    removable: parts.removable ?? false,
    hidden: false,
    blocked: parts.blocked ?? null,
  };
}

/** A rule that fires instead of a blocking test, so that it is neither counted nor traced. */
export function hiddenRule(name: string, position: string, parts: RuleParts): RuleRecord {
  const { fire = null } = parts;
  return {
    ...rule(name, position, parts),
    hidden: true,
    fire: null,
    blocked: (matcher, match) => {
      fire?.(matcher, match);
      return true;
    },
  };
}
