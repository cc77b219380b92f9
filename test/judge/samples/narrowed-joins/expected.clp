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

(deftemplate MAIN::t
  (slot s (type SYMBOL) (allowed-symbols a b c) (default a))
  (slot x (type SYMBOL) (allowed-symbols a b c) (default a))
  (slot w (type STRING) (default ""))
  (slot v (type STRING) (default ""))
  (slot n (type INTEGER) (default 0))
  (slot m (type INTEGER) (default 0)))

(defrule MAIN::across
  (t (s ?p-s&a))
  (t (x ?p-s&:(neq ?p-s c)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "across " ?p-s))
    (rule "MAIN::across")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::within
  (t (w ?p-w&"q") (v ?p-w&:(neq ?p-w "z")))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "within " ?p-w))
    (rule "MAIN::within")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::negated
  (t (n ?p-n&1))
  (not (t (m ?p-n&:(neq ?p-n 2)&:(neq ?p-n 3))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "nothing is " ?p-n))
    (rule "MAIN::negated")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
