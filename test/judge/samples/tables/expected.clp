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

(deftemplate MAIN::__service_obligation
  (slot sequence (type INTEGER))
  (slot number (type INTEGER))
  (slot type (type STRING))
  (multislot properties)
  (multislot lists (type INTEGER)))

(defglobal MAIN ?*__service_sequence* = 0)

(defmodule MAIN (export ?ALL))

(deftemplate MAIN::alert
  (slot id (type STRING) (default ""))
  (slot severity (type SYMBOL) (allowed-symbols low medium high critical) (default low))
  (slot asset (type STRING) (default ""))
  (slot score (type INTEGER) (default 0))
  (slot text (type STRING) (default "")))

(deftemplate MAIN::asset
  (slot id (type STRING) (default ""))
  (slot tier (type SYMBOL) (allowed-symbols crown core standard lab) (default crown)))

(deftemplate MAIN::seen
  (slot alert (type STRING) (default ""))
  (slot n (type INTEGER) (default 0)))

(defmodule first (import MAIN ?ALL))

(defmodule second (import MAIN ?ALL))

(deffunction MAIN::route-row (?a-severity ?s-tier ?a-score)
   (if (and (eq ?a-severity critical) (or (eq ?s-tier crown) (eq ?s-tier core))) then (return 1))
   (if (and (or (eq ?a-severity critical) (eq ?a-severity high)) (eq ?s-tier standard) (>= ?a-score 10)) then (return 2))
   (if (and (or (eq ?a-severity critical) (eq ?a-severity high)) (eq ?s-tier standard) (and (>= ?a-score -5) (< ?a-score 10))) then (return 3))
   (if (eq ?s-tier lab) then (return 4))
   (if (and (neq ?a-severity critical high) (neq ?s-tier lab) (< ?a-score 3)) then (return 5))
   0)

(deffunction MAIN::words-row (?a-text ?score)
   (if (eq (str-index "drop" ?a-text) 1) then (return 1))
   (if (and (neq (str-index "r" ?a-text) FALSE) (> ?score 1)) then (return 2))
   (if (eq ?score 0) then (return 3))
   0)

(deffunction MAIN::all-row (?a-severity ?a-score)
   (if (eq ?a-severity high) then (return 1))
   (if (> ?a-score 2) then (return 2))
   (if (and (or (eq ?a-severity high) (eq ?a-severity low)) (> ?a-score 5)) then (return 3))
   0)

(deffunction MAIN::same-row (?a-severity)
   (if (or (eq ?a-severity high) (eq ?a-severity low)) then (return 1))
   (if (or (eq ?a-severity low) (eq ?a-severity medium)) then (return 2))
   0)

(defrule first::route/worst
  (alert (asset ?a-asset) (severity ?a-severity) (score ?a-score) (id ?a-id))
  (asset (id ?a-asset) (tier ?s-tier))
  (test (eq (route-row ?a-severity ?s-tier ?a-score) 1))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason (str-cat "page " ?a-id))
    (rule "first::route/worst")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "queue" "soc")))
  (assert (seen (alert ?a-id) (n (+ 1 2)))))

(defrule first::route/big
  (alert (asset ?a-asset) (severity ?a-severity) (score ?a-score) (id ?a-id))
  (asset (id ?a-asset) (tier ?s-tier))
  (test (eq (route-row ?a-severity ?s-tier ?a-score) 2))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason (str-cat "look at " ?a-id))
    (rule "first::route/big")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "queue" "soc"))))

(defrule first::route/small
  (alert (asset ?a-asset) (severity ?a-severity) (score ?a-score) (id ?a-id))
  (asset (id ?a-asset) (tier ?s-tier))
  (test (eq (route-row ?a-severity ?s-tier ?a-score) 3))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "small " ?a-id))
    (rule "first::route/small")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (seen (alert (str-cat ?a-id " seen")) (n 4))))

(defrule first::route/lab
  (alert (asset ?a-asset) (severity ?a-severity) (score ?a-score) (id ?a-id))
  (asset (id ?a-asset) (tier ?s-tier))
  (test (eq (route-row ?a-severity ?s-tier ?a-score) 4))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "lab")
    (rule "first::route/lab")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "queue" "none"))))

(defrule first::route/low
  (alert (asset ?a-asset) (severity ?a-severity) (score ?a-score) (id ?a-id))
  (asset (id ?a-asset) (tier ?s-tier))
  (test (eq (route-row ?a-severity ?s-tier ?a-score) 5))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "low " ?a-asset))
    (rule "first::route/low")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "queue" "none"))))

(defrule first::route/default
  (alert (asset ?a-asset) (severity ?a-severity) (score ?a-score) (id ?a-id))
  (asset (id ?a-asset) (tier ?s-tier))
  (test (eq (route-row ?a-severity ?s-tier ?a-score) 0))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "no row for " ?a-severity " of " ?a-id))
    (rule "first::route/default")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "queue" "none"))))

(defrule second::words/1
  (declare (salience 5))
  (alert (score ?score) (text ?a-text) (id ?a-id))
  (test (eq (words-row ?a-text ?score) 1))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "drop " ?score))
    (rule "second::words/1")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (__service_obligation (sequence ?*__service_sequence*) (number 1) (type "note") (properties "text" (str-cat ?a-id)))))

(defrule second::words/2
  (alert (score ?score) (text ?a-text) (id ?a-id))
  (test (eq (words-row ?a-text ?score) 2))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "r " ?score))
    (rule "second::words/2")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (__service_obligation (sequence ?*__service_sequence*) (number 1) (type "note") (properties "text" ?a-id))))

(defrule second::words/3
  (declare (salience -5))
  (alert (score ?score) (text ?a-text) (id ?a-id))
  (test (eq (words-row ?a-text ?score) 3))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "zero")
    (rule "second::words/3")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule second::words/default
  (alert (score ?score) (text ?a-text) (id ?a-id))
  (test (eq (words-row ?a-text ?score) 0))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason "other")
    (rule "second::words/default")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule second::all/1
  (alert (severity ?a-severity) (score ?a-score))
  (test (eq ?a-severity high))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "")
    (rule "second::all/1")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "k" "one"))))

(defrule second::all/2
  (alert (severity ?a-severity) (score ?a-score))
  (test (> ?a-score 2))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "")
    (rule "second::all/2")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "k" "two"))))

(defrule second::all/3
  (alert (severity ?a-severity) (score ?a-score))
  (test (and (or (eq ?a-severity high) (eq ?a-severity low)) (> ?a-score 5)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "")
    (rule "second::all/3")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "k" "three"))))

(defrule second::all/default
  (alert (severity ?a-severity) (score ?a-score))
  (test (eq (all-row ?a-severity ?a-score) 0))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "")
    (rule "second::all/default")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "k" "none"))))

(defrule second::same/1
  (alert (severity ?a-severity))
  (test (eq (same-row ?a-severity) 1))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "")
    (rule "second::same/1")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule second::same/2
  (alert (severity ?a-severity))
  (test (eq (same-row ?a-severity) 2))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "")
    (rule "second::same/2")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
