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
  (multislot x (type SYMBOL) (allowed-symbols FALSE TRUE) (default)))

(deftemplate MAIN::B
  (multislot x (type SYMBOL) (allowed-symbols FALSE TRUE) (default)))

(defmodule M0 (import MAIN ?ALL))

(defrule M0::r0
  (B (x $?B-x-before ?one&:(eq ?one TRUE) $?B-x-after))
  (B (x $?B-x-2&:(= (length$ ?B-x-2) 0)))
  (exists (exists (A (x $?A-x&:(eq ?A-x (create$ ?B-x-before ?one ?B-x-after))))
                  (B)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "")
    (rule "M0::r0")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule M0::r1
  (B (x $?B-x-before ?one&:(eq ?one TRUE) $?B-x-after))
  (B (x $?B-x-2&:(= (length$ ?B-x-2) 0)))
  (exists (exists (A (x $?A-x&:(eq ?A-x (create$ ?B-x-before ?one ?B-x-after))))
                  (B (x $?B-x-3&:(member$ ?one ?B-x-3)))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "")
    (rule "M0::r1")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
