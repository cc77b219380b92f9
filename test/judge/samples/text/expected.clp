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

(deftemplate MAIN::path
  (slot p (type STRING) (default "")))

(defrule MAIN::secret
  (path (p ?p-p&:(neq (str-index "/secret/" ?p-p) FALSE)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "secret " ?p-p))
    (rule "MAIN::secret")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::tmp
  (path (p ?p-p&:(eq (str-index "/tmp" ?p-p) 1)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "tmp " ?p-p))
    (rule "MAIN::tmp")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::key
  (path (p ?p-p&:(eq (sub-string (- (str-length ?p-p) 3) (str-length ?p-p) ?p-p) ".key")))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason (str-cat "key " ?p-p))
    (rule "MAIN::key")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::a-or-b
  (path (p ?p-p&:(service-matches "a|b" ?p-p)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action scope)
    (reason (str-cat "ab " ?p-p))
    (rule "MAIN::a-or-b")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
