/**
 * Everything that generated matcher modules may use of the runtime, and nothing else: the loader gives a module this
 * and refuses every other import.
 */
export * from './agenda.ts';
export * from './blocking.ts';
export * from './contract.ts';
export * from './deferral.ts';
export * from './fact-index.ts';
export * from './fact-memory.ts';
export * from './key-text.ts';
export * from './match.ts';
export * from './modify.ts';
export * from './match-list.ts';
export * from './matcher.ts';
export * from './indexed-memory.ts';
export * from './memory.ts';
export * from './partial-match.ts';
export * from './record.ts';
export * from './removal.ts';
export * from './regex.ts';
export * from './temporal-count.ts';
export * from './temporal-distinct.ts';
export * from './temporal-facts.ts';
export * from './temporal-times.ts';
export * from './validation.ts';
export * from './values.ts';
export * from './functions/box.ts';
export * from './functions/calls.ts';
export * from './functions/equality.ts';
export * from './functions/float.ts';
export * from './functions/integer.ts';
export * from './functions/multifield.ts';
export * from './functions/number.ts';
export * from './functions/predicate.ts';
export * from './functions/scan.ts';
export * from './functions/string.ts';
export * from './functions/transcendental.ts';
