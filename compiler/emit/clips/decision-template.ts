import { DECISION_TEMPLATE, OBLIGATION_TEMPLATE } from '../../hidden-templates.ts';

/** Counts firings: reset to 0 by (reset), so two firings never assert equal decision facts. */
export const SEQUENCE_GLOBAL = '?*__service_sequence*';

/**
 * The hidden template that records each firing. `notify` is one text, joined by commas; `metadata` holds keys and texts
 * in turn, in document order; `action` is `none` for a rule without one.
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
  (multislot metadata (type STRING)))`;
}

/**
 * The hidden template of obligations: `number` counts those of one firing, `properties` holds keys and values in turn. A
 * list is the number of its items and then these; `lists` says which properties are lists, counted from 1.
 */
export function obligationTemplate(): string {
  return `(deftemplate MAIN::${OBLIGATION_TEMPLATE}
  (slot sequence (type INTEGER))
  (slot number (type INTEGER))
  (slot type (type STRING))
  (multislot properties)
  (multislot lists (type INTEGER)))`;
}

/** The counter behind the `sequence` slot. */
export function sequenceGlobal(): string {
  return `(defglobal MAIN ${SEQUENCE_GLOBAL} = 0)`;
}
