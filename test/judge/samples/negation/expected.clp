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

(deftemplate MAIN::door
  (slot id (type INTEGER) (default 0)))

(deftemplate MAIN::lock
  (slot on (type INTEGER) (default 0)))

(defrule MAIN::nothing-locked
  (not (lock))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "no lock")
    (rule "MAIN::nothing-locked")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::open-door
  (door (id ?door-id))
  (not (lock (on ?door-id)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason (str-cat ?door-id " is open"))
    (rule "MAIN::open-door")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::some-lock
  (exists (lock))
  (door (id ?door-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?door-id))
    (rule "MAIN::some-lock")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::low-or-locked
  (door (id ?door-id))
  (or (lock (on ?door-id))
      (door (id ?door-id-2&:(< ?door-id-2 1))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action scope)
    (reason (str-cat ?door-id))
    (rule "MAIN::low-or-locked")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
