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

(deftemplate MAIN::order
  (slot id (type SYMBOL) (default nil))
  (slot min (type INTEGER) (default 0)))

(deftemplate MAIN::item
  (slot order (type SYMBOL) (default nil))
  (slot amount (type INTEGER) (default 0))
  (slot price (type FLOAT) (default 0.0))
  (slot label (type STRING) (default "")))

(deftemplate MAIN::shop
  (slot label (type STRING) (default ""))
  (slot factor (type INTEGER) (default 0)))

(deftemplate MAIN::__service_tick)

(deftemplate MAIN::__service_stage
  (slot module (type SYMBOL)))

(deffunction MAIN::count-of-item (?p1)
   (bind ?total 0)
   (do-for-all-facts ((?f1 item)) (eq ?f1:order ?p1) (bind ?total (+ ?total 1)))
   ?total)

(deffunction MAIN::sum-of-item (?p1)
   (bind ?total 0)
   (do-for-all-facts ((?f1 item)) (and (eq ?f1:order ?p1) (> ?f1:amount 1)) (bind ?total (+ ?total ?f1:amount)))
   ?total)

(deffunction MAIN::sum-of-item-2 (?p1)
   (bind ?total 0.0)
   (do-for-all-facts ((?f1 item)) (eq ?f1:order ?p1) (bind ?total (+ ?total ?f1:price)))
   ?total)

(deffunction MAIN::max-of-item (?p1)
   (bind ?total 0)
   (bind ?none TRUE)
   (do-for-all-facts ((?f1 item)) (eq ?f1:order ?p1) (if (or ?none (> ?f1:amount ?total)) then (bind ?total ?f1:amount) (bind ?none FALSE)))
   ?total)

(deffunction MAIN::count-of-item-2 (?p1)
   (bind ?total 0)
   (do-for-all-facts ((?f1 item)) (eq ?f1:order ?p1) (bind ?total (+ ?total 1)))
   ?total)

(deffunction MAIN::distinct-of-item (?p1)
   (bind ?values (create$))
   (do-for-all-facts ((?f1 item)) (eq ?f1:order ?p1) (if (not (member$ ?f1:label ?values)) then (bind ?values ?values ?f1:label)))
   (length$ ?values))

(deffunction MAIN::collect-of-item (?p1)
   (bind ?values (create$))
   (do-for-all-facts ((?f1 item)) (eq ?f1:order ?p1) (bind ?values ?values ?f1:label))
   ?values)

(deffunction MAIN::count-of-item-shop (?p1 ?p2)
   (bind ?total 0)
   (do-for-all-facts ((?f1 item) (?f2 shop)) (and (eq ?f1:order ?p1) (>= ?f1:amount ?p2) (eq ?f2:label ?f1:label)) (bind ?total (+ ?total 1)))
   ?total)

(deffunction MAIN::list-text (?list)
   (bind ?made "")
   (progn$ (?item ?list) (bind ?made (str-cat ?made (if (> ?item-index 1) then ", " else "") ?item)))
   ?made)

(defrule MAIN::__stage (declare (salience 10000)) (__service_tick) => (assert (__service_stage (module MAIN))))

(defrule MAIN::many
  (order (id ?o-id) (min ?o-min))
  (__service_stage (module MAIN))
  (test (> (count-of-item-2 ?o-id) 0))
  (test (>= (count-of-item ?o-id) 2))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat (count-of-item ?o-id) " items, " (sum-of-item ?o-id) ", " (sum-of-item-2 ?o-id) ", " (max-of-item ?o-id) ", " (distinct-of-item ?o-id) ", " (list-text (collect-of-item ?o-id)) ", shops " (count-of-item-shop ?o-id ?o-min)))
    (rule "MAIN::many")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "x" (str-cat (sum-of-item ?o-id))))))

(defrule MAIN::few
  (order (id ?o-id))
  (not (and (__service_stage (module MAIN))
            (test (>= (count-of-item ?o-id) 2))))
  (__service_stage (module MAIN))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?o-id " few"))
    (rule "MAIN::few")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
