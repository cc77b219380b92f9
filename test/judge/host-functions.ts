/**
 * The host of a judged evaluation, on both sides: a clock that stands still, and regular expressions cut down to the
 * few that draw-pattern.ts draws, because CLIPS has none.
 */

/** Milliseconds since the epoch; the clock of rules is in seconds. */
export const JUDGE_NOW_MS = 1_000_000;

/** Deffunctions that take the place of the host's functions in CLIPS; loaded before the constructs. */
export const HOST_FUNCTIONS = `
(deffunction MAIN::service-now () ${JUDGE_NOW_MS / 1000}.0)
(deffunction MAIN::service-matches (?pattern ?text)
  (switch ?pattern
    (case "^a" then (eq (sub-string 1 1 ?text) "a"))
    (case "b$" then (eq (sub-string (str-length ?text) (str-length ?text) ?text) "b"))
    (case "^$" then (eq ?text ""))
    (case "a|b" then (or (neq (str-index "a" ?text) FALSE) (neq (str-index "b" ?text) FALSE)))
    (default FALSE)))
`;
