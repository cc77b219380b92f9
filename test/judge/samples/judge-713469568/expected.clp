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
  (slot x (type FLOAT) (default -1.5)))

(deftemplate MAIN::B
  (slot x (type INTEGER) (default 0)))

(deftemplate MAIN::C
  (slot x (type INTEGER) (default 0)))

(deftemplate MAIN::__service_tick)

(deftemplate MAIN::__service_stage
  (slot module (type SYMBOL)))

(deffunction MAIN::count-of-A-A ()
   (bind ?total 0)
   (do-for-all-facts ((?f1 A) (?f2 A)) (< ?f2:x ?f1:x) (bind ?total (+ ?total 1)))
   ?total)

(defrule MAIN::__stage (declare (salience 10000)) (__service_tick) => (assert (__service_stage (module MAIN))))

(defrule MAIN::r0
  (C)
  (__service_stage (module MAIN))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "")
    (rule "MAIN::r0")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (C (x (count-of-A-A)))))

(defrule MAIN::r9
  (or (C (x ?C-x&:(<= ?C-x 2)))
      (C))
  (C (x ?v1x))
  (not (B))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action scope)
    (reason "")
    (rule "MAIN::r9")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (C (x (div ?v1x 2)))))

(defrule MAIN::r10
  ?p1 <- (B)
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action route)
    (reason "")
    (rule "MAIN::r10")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (C (x 2)))
  (retract ?p1))
