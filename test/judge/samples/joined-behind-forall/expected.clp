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
  (slot x (type SYMBOL) (allowed-symbols low middle high) (default low)))

(deftemplate MAIN::__relation_K1
  (slot x (type STRING) (default ""))
  (slot y (type SYMBOL) (default nil)))

(deffacts MAIN::__relation_K1-1
  (__relation_K1 (x "one") (y low))
  (__relation_K1 (x "two") (y FALSE)))

(defrule MAIN::r6
  (A (x ?p1-x))
  (or (not (not (and (A)
                     (not (__relation_K1 (y ?p1-x&:(neq ?p1-x FALSE)))))))
      (or (not (A))
          (A)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?p1-x))
    (rule "MAIN::r6")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
