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

(deftemplate MAIN::agent
  (slot id (type STRING) (default ""))
  (slot team (type SYMBOL) (default nil)))

(deftemplate MAIN::request
  (slot by (type STRING) (default ""))
  (slot amount (type INTEGER) (default 0)))

(defrule MAIN::own-request
  (agent (team red) (id ?agent-id))
  (request (by ?agent-id) (amount ?n&:(> ?n 10)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?agent-id " asks for " ?n))
    (rule "MAIN::own-request")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::others-request
  (agent (team red) (id ?agent-id))
  (request (by ~?agent-id) (amount ?n))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "not " ?agent-id ": " ?n))
    (rule "MAIN::others-request")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::same-amount
  (request (amount ?n) (by ?a-by))
  (request (amount ?n) (by ?b-by&~?a-by))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason (str-cat ?a-by " and " ?b-by))
    (rule "MAIN::same-amount")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
