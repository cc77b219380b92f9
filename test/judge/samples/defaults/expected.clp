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

(deftemplate MAIN::asked
  (slot go (type SYMBOL) (default nil)))

(deftemplate MAIN::made
  (slot text (type STRING) (default ""))
  (slot symbol (type SYMBOL) (default nil))
  (slot whole (type INTEGER) (default 0))
  (slot part (type FLOAT) (default 0.0))
  (slot chosen (type SYMBOL) (allowed-symbols first second) (default first))
  (slot given (type STRING) (allowed-strings "a b" "1") (default "1")))

(defrule MAIN::make
  (asked)
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "{made}")
    (rule "MAIN::make")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (made (text "made by a rule")))
  (assert (made (part 2.0) (whole (+ 1 1)))))

(defrule MAIN::saw-default
  (made (chosen first) (whole 0))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason "default matched")
    (rule "MAIN::saw-default")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "control" "AC-3" "2" "two"))))
