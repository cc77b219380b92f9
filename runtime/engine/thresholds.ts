/**
 * Where the runtime changes from one way of doing something to another because the other becomes cheaper. None of them
 * changes a meaning; what an evaluation may use is bounded by `Limits`.
 */

/** Up to this many facts of a template, comparing them all is cheaper than hashing one, and their flags than memories. */
export const FACTS_COMPARED = 16;

/** Up to this many items of a memory, looking at all of them is cheaper than an index. */
export const ITEMS_SCANNED = 8;

/** Maximum items that share a coarse key; visiting them all is cheaper than making a key of several values. */
export const ITEMS_OF_COARSE_KEY = 8;

/** Entries that an index of facts begins with. */
export const FIRST_ENTRIES = 64;

/** Arrays of an index up to this long are kept when they are hardly used any more. */
export const ENTRIES_KEPT = 4096;

/** Entries of the log that are kept for the next evaluation: one that was once very long would hold on to its memory. */
export const LOG_KEPT = 4096;

/** Empty entries that a map of keys which come and go keeps in any case. */
export const EMPTY_KEYS_KEPT = 64;

/** Empty buckets that an index of matches keeps in any case. */
export const EMPTY_BUCKETS_KEPT = 1024;

/** Removed matches that may stay in an index of members in any case. */
export const REMOVED_KEPT = 1024;

/** Stored results of an aggregate: an evaluation reads few while facts come in. */
export const ANSWERS_KEPT = 8;

/** Up to this many comparisons of fields, comparing all with all costs less than making keys of them. */
export const FIELDS_COMPARED = 64;

/** Bound on the cache of one regex, in numbers kept for transitions and threads together … */
export const REGEX_CACHE = 131_072;

/** … but room for this many states in any case. */
export const REGEX_STATES = 64;

/** States that the cache of a regex begins with. */
export const REGEX_FIRST_STATES = 4;

/** A regex's cache whose states were not used this often on average, when it is full, is not worth its upkeep (as in RE2). */
export const REGEX_WORTHWHILE_USES = 10;

/** Identifiers of decisions that one call for randomness lasts for. */
export const IDS_POOLED = 256;
