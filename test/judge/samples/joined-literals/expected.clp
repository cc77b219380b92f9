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
  (slot x (type SYMBOL) (allowed-symbols low middle high) (default low))
  (slot n (type INTEGER) (allowed-integers 1 2) (default 1))
  (slot w (type STRING) (allowed-strings "q" "z") (default "q")))

(deftemplate MAIN::B
  (slot x (type SYMBOL) (default nil))
  (slot n (type INTEGER) (default 0))
  (slot w (type STRING) (default ""))
  (slot f (type FLOAT) (default 0.0)))

(deftemplate MAIN::C
  (slot f (type FLOAT) (allowed-floats 0.5 1.5) (default 0.5)))

(defrule MAIN::symbols
  (A (x ?p0-x))
  (B (x ?p0-x&:(neq ?p0-x nil)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?p0-x " is not nil"))
    (rule "MAIN::symbols")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::taken_away
  (A (x ?p0-x&~low))
  (B (x ?p0-x&:(neq ?p0-x low)&:(neq ?p0-x nil)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?p0-x " is not low"))
    (rule "MAIN::taken_away")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::strings
  (A (w ?p0-w))
  (exists (B (w ?p0-w&:(neq ?p0-w "other"))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?p0-w))
    (rule "MAIN::strings")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::integers
  (A (n ?p0-n))
  (not (B (n ?p0-n&:(neq ?p0-n 7))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "no " ?p0-n))
    (rule "MAIN::integers")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::floats
  (C (f ?p0-f))
  (B (f ?p0-f&:(neq ?p0-f 2.5)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason (str-cat ?p0-f))
    (rule "MAIN::floats")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
