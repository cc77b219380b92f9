import { DECISION_TEMPLATE } from '../../ruleset.ts';

/** Counts firings: reset to 0 by (reset), so two firings never assert equal decision facts. */
export const SEQUENCE_GLOBAL = '?*__service_sequence*';

/**
 * The hidden template that records each firing. Lists and maps are plain text: `notify` is joined by commas,
 * `metadata` is a JSON object with its keys in document order; `action` is `none` for a rule without one.
 */
export function decisionTemplate(): string {
  return `(deftemplate MAIN::${DECISION_TEMPLATE}
  (slot sequence (type INTEGER))
  (slot action (type SYMBOL) (allowed-symbols none allow deny escalate scope route) (default none))
  (slot reason (type STRING))
  (slot rule (type STRING))
  (slot log-level (type SYMBOL) (allowed-symbols none summary full) (default none))
  (slot notify (type STRING))
  (slot attestation (type SYMBOL) (allowed-symbols FALSE TRUE) (default FALSE))
  (slot scope (type STRING))
  (slot metadata (type STRING)))`;
}

/** The counter behind the `sequence` slot. */
export function sequenceGlobal(): string {
  return `(defglobal MAIN ${SEQUENCE_GLOBAL} = 0)`;
}
