; CLIPS constructs compiled by ferrule from a YAML ruleset. They load into CLIPS 6.30 and 6.4.

(deftemplate MAIN::__service_decision
  (slot sequence (type INTEGER))
  (slot action (type SYMBOL) (allowed-symbols none allow deny escalate scope route) (default none))
  (slot reason (type STRING))
  (slot rule (type STRING))
  (slot log-level (type SYMBOL) (allowed-symbols none summary full) (default none))
  (slot notify (type STRING))
  (slot attestation (type SYMBOL) (allowed-symbols FALSE TRUE) (default FALSE))
  (slot scope (type STRING))
  (multislot metadata (type STRING)))

(defglobal MAIN ?*__service_sequence* = 0)

(defmodule MAIN (export ?ALL))

(deftemplate MAIN::task
  (slot id (type INTEGER) (default 0)))

(deftemplate MAIN::review
  (slot task (type INTEGER) (default 0))
  (slot by (type SYMBOL) (default nil)))

(defrule MAIN::all-reviewed
  (not (and (task (id ?task-id))
            (not (review (task ?task-id)))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "every task has a review")
    (rule "MAIN::all-reviewed")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::not-both
  (task (id ?task-id))
  (not (and (review (task ?task-id) (by ann))
            (review (task ?task-id) (by bob))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "task " ?task-id " lacks one of two reviews"))
    (rule "MAIN::not-both")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::pair-somewhere
  (exists (review (by ann) (task ?a-task))
          (review (by bob) (task ?a-task)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason "a pair")
    (rule "MAIN::pair-somewhere")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
