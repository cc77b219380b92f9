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

(deftemplate MAIN::A
  (slot x (type INTEGER) (allowed-integers 1 -7) (default 1)))

(deftemplate MAIN::B
  (slot y (type INTEGER) (allowed-integers 0 1) (default 0)))

(deftemplate MAIN::C
  (slot x (type INTEGER) (default 0)))

(defrule MAIN::behind
  (C (x ?p-x))
  (or (A (x ?p-x))
      (B))
  (B (y ?B-y&:(eq ?B-y ?p-x)&:(eq ?B-y 0)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "behind " ?p-x))
    (rule "MAIN::behind")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::apart
  (or (A (x ?v&-7))
      (B (y ?v)))
  (A (x ?a-x&:(eq ?a-x ?v)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "apart " ?a-x))
    (rule "MAIN::apart")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::none
  (or (A (x ?v))
      (B (y ?v)))
  (not (B (y ?B-y&:(eq ?B-y ?v))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason "none")
    (rule "MAIN::none")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
