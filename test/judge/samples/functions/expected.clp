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

(deftemplate MAIN::n
  (slot v (type INTEGER) (default 0)))

(deftemplate MAIN::out
  (slot v (type INTEGER) (default 0))
  (slot s (type STRING) (default "")))

(deffunction MAIN::factorial (?x)
   (if (> ?x 1) then (* ?x (factorial (- ?x 1))) else 1))

(deffunction MAIN::is-even (?x))

(deffunction MAIN::is-odd (?x)
   (if (= ?x 0) then FALSE else (is-even (- ?x 1))))

(deffunction MAIN::is-even (?x)
   (if (= ?x 0) then TRUE else (is-odd (- ?x 1))))

(defrule MAIN::even
  (n (v ?v))
  (test (is-even ?v))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?v " is even"))
    (rule "MAIN::even")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (out (v (factorial ?v)) (s (str-cat "f" ?v " " (/ ?v 4))))))

(defrule MAIN::odd
  (n (v ?v))
  (test (not (is-even ?v)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?v " is odd"))
    (rule "MAIN::odd")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
