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
  (slot k (type INTEGER) (default 0))
  (slot v (type INTEGER) (default 0)))

(deftemplate MAIN::N
  (slot v (type INTEGER) (default 0)))

(deftemplate MAIN::B
  (slot x (type INTEGER) (default 0)))

(deftemplate MAIN::M
  (slot on (type INTEGER) (default 1)))

(defrule MAIN::r
  (A (v ?a-v) (k ?a-k))
  (not (N (v ?a-v)))
  (not (and (B (x ?B-x&:(>= ?B-x ?a-k)))
            (not (M))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "k" ?a-k " v" ?a-v))
    (rule "MAIN::r")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::last
  (declare (salience -10))
  (B)
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "MAIN::last")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (M)))
