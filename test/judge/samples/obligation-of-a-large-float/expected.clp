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

(deftemplate MAIN::__service_obligation
  (slot sequence (type INTEGER))
  (slot number (type INTEGER))
  (slot type (type STRING))
  (multislot properties)
  (multislot lists (type INTEGER)))

(defglobal MAIN ?*__service_sequence* = 0)

(defmodule MAIN (export ?ALL))

(deftemplate MAIN::A
  (slot y (type FLOAT) (default 0.0))
  (slot z (type SYMBOL) (default nil)))

(deftemplate MAIN::__service_tick)

(deftemplate MAIN::__service_stage
  (slot module (type SYMBOL)))

(deffunction MAIN::const-numbers (?key)
   (switch ?key (case "none" then 2) (case none then 2) (case "b" then 0) (case b then 0) (case "é" then 1) (case é then 1) (case "back\\slash" then 2) (case back\slash then 2) (case "; x" then 3) (default (div 1 0))))

(deffunction MAIN::sum-of-A ()
   (bind ?total 0.0)
   (do-for-all-facts ((?f1 A)) TRUE (bind ?total (+ ?total ?f1:y)))
   ?total)

(defrule MAIN::__stage (declare (salience 10000)) (__service_tick) => (assert (__service_stage (module MAIN))))

(defrule MAIN::r1
  (__service_stage (module MAIN))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason "")
    (rule "MAIN::r1")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (__service_obligation (sequence ?*__service_sequence*) (number 1) (type "redact") (properties)))
  (assert (__service_obligation (sequence ?*__service_sequence*) (number 2) (type "redact") (properties "b" (sum-of-A)))))
