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
  (slot clearance (type SYMBOL) (allowed-symbols public secret top-secret) (default public)))

(deftemplate MAIN::document
  (slot level (type SYMBOL) (allowed-symbols public secret top-secret) (default public)))

(deffunction MAIN::clearance-rank (?level)
   (switch ?level (case public then 0) (case secret then 1) (case top-secret then 2) (case "public" then 0) (case "secret" then 1) (case "top-secret" then 2) (default -1)))

(defrule MAIN::read-up
  (document (level ?doc-level))
  (agent (clearance ?agent-clearance&:(< -1 (clearance-rank ?agent-clearance) (clearance-rank ?doc-level))) (id ?agent-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?agent-id " may not read " ?doc-level))
    (rule "MAIN::read-up")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::cleared
  (document (level ?doc-level))
  (agent (clearance ?agent-clearance&:(>= (clearance-rank ?agent-clearance) (clearance-rank ?doc-level) 0)) (id ?agent-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?agent-id " may read " ?doc-level))
    (rule "MAIN::cleared")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::lowly
  (agent (clearance ?agent-clearance&:(<= 0 (clearance-rank ?agent-clearance) 1)) (id ?agent-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action scope)
    (reason (str-cat ?agent-id))
    (rule "MAIN::lowly")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
