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
  (slot y (type FLOAT) (default 0.0))
  (slot z (type FLOAT) (default 0.0)))

(deftemplate MAIN::B
  (slot x (type INTEGER) (default 0))
  (slot y (type INTEGER) (default 0)))

(deftemplate MAIN::__service_tick)

(deffunction MAIN::held-before-run (?fact)
   (any-factp ((?tick __service_tick)) (< (fact-index ?fact) (fact-index ?tick))))

(deffunction MAIN::count-of-B-by-x (?value)
   (length$ (find-all-facts ((?fact B)) (and (eq ?fact:x ?value) (held-before-run ?fact)))))

(defrule MAIN::r2
  ?p0 <- (A)
  (B)
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason "")
    (rule "MAIN::r2")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (modify ?p0 (y 0.0)))

(defrule MAIN::r3
  (A)
  (exists (exists (not (and (B)
                            (__service_tick)
                            (test (>= (count-of-B-by-x 1) 0))))
                  (not (A))))
  (__service_tick)
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason "")
    (rule "MAIN::r3")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
