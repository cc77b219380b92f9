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

(deftemplate MAIN::stage
  (slot name (type SYMBOL) (allowed-symbols work rest) (default work)))

(deftemplate MAIN::task
  (slot id (type INTEGER) (default 0)))

(deftemplate MAIN::done
  (slot id (type INTEGER) (default 0)))

(deftemplate MAIN::token
  (slot id (type INTEGER) (default 0)))

(deftemplate MAIN::count
  (slot of (type INTEGER) (default 0)))

(defmodule pick (import MAIN ?ALL))

(defmodule pair (import MAIN ?ALL))

(defmodule undo (import MAIN ?ALL))

(defmodule late (import MAIN ?ALL))

(defrule pick::pick
  (stage (name work))
  (task (id ?task-id))
  ?count <- (count (of ?of))
  (not (done (id ?task-id)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "pick::pick")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (done (id ?task-id)))
  (modify ?count (of (+ ?of 1))))

(defrule pick::undo
  ?token <- (token (id ?token-id))
  ?done <- (done (id ?token-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "pick::undo")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (retract ?done)
  (retract ?token))

(defrule pair::pair
  (stage (name work))
  (task (id ?first-id))
  (not (token (id ?first-id)))
  (task (id ?second-id&~?first-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "pair::pair")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (token (id ?second-id))))

(defrule undo::unpair
  ?token <- (token (id ?token-id))
  (done (id ?token-id))
  (not (count (of ?token-id)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "undo::unpair")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (retract ?token))

(defrule late::late
  (stage (name work))
  (task (id ?task-id))
  (not (token (id ?task-id)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?task-id))
    (rule "late::late")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (token (id ?task-id)))
  (assert (task (id 9))))

(defrule late::rest
  (declare (salience -1))
  ?stage <- (stage (name work))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "late::rest")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (modify ?stage (name rest)))
