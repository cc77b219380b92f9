import { ServiceError } from '../../../library/errors.ts';
import { normalName } from '../../../library/node/rulesets/locate.ts';

/** Meaning of a path of the Data API. */
export interface DataPath {
  /** Name of the ruleset under the root; null: a path that can name none. */
  readonly ruleset: string | null;
  /** The decision to compare with, or null: the whole decision object. */
  readonly word: 'allow' | 'deny' | null;
}

/**
 * Reads the raw path behind `/v1/data/`: slashes separate, empty segments are skipped, each is percent-decoded after
 * splitting, a last segment `allow` or `deny` is taken off. Throws ServiceError for a path that does not decode or
 * leads out of the root.
 */
export function readDataPath(raw: string): DataPath {
  const segments = raw
    .split('/')
    .filter((segment) => segment !== '')
    .map(decode);
  const last = segments.at(-1);
  const word = last === 'allow' || last === 'deny' ? last : null;
  if (word !== null) segments.pop();
  const name = segments.join('/');
  if (name === '') return { ruleset: null, word };
  if (segments.includes('..') || normalName(name) === null) {
    throw new ServiceError('invalid_ruleset_path', 'the path must name a ruleset under the root');
  }
  // A slash inside a segment is part of its name, and no file has such a name.
  return { ruleset: segments.some((segment) => segment.includes('/')) ? null : name, word };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ServiceError('invalid_ruleset_path', 'the path is not valid percent-encoding');
  }
}
