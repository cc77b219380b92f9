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
  (slot x (type INTEGER) (default 0))
  (multislot y (type INTEGER) (default))
  (multislot z (type INTEGER) (default)))

(deftemplate MAIN::__service_tick)

(deftemplate MAIN::__service_stage
  (slot module (type SYMBOL)))

(defmodule M1 (import MAIN ?ALL))

(defmodule M2 (import MAIN ?ALL))

(deffunction MAIN::const-numbers (?key)
   (switch ?key (case "none" then 2) (case none then 2) (case "c" then 0) (case c then 0) (case "TRUE" then 1) (case TRUE then 1) (case "(" then 2) (case "{b}" then 3) (case {b} then 3) (default (div 1 0))))

(deffunction MAIN::min-of-A-A ()
   (bind ?total 0)
   (bind ?none TRUE)
   (do-for-all-facts ((?f1 A) (?f2 A)) (and (= (length$ ?f1:y) 0) (> (length$ ?f1:z) 0)) (if (or ?none (< ?f1:x ?total)) then (bind ?total ?f1:x) (bind ?none FALSE)))
   ?total)

(deffunction MAIN::count-of-A-A ()
   (bind ?total 0)
   (do-for-all-facts ((?f1 A) (?f2 A)) (and (= (length$ ?f1:y) 0) (> (length$ ?f1:z) 0)) (bind ?total (+ ?total 1)))
   ?total)

(deffunction MAIN::t0-row (?p0-x)
   (if (and (>= ?p0-x -1) (and (>= ?p0-x -1) (<= ?p0-x 100))) then (return 1))
   0)

(deffunction MAIN::t1-row (?p0-x)
   (if (and (and (>= ?p0-x 2) (<= ?p0-x 100)) (< ?p0-x 3)) then (return 1))
   (if (and (>= ?p0-x 3) (<= ?p0-x 100)) then (return 2))
   (if (and (eq ?p0-x 3) (eq ?p0-x 3)) then (return 3))
   (if (eq ?p0-x -1) then (return 4))
   (if (< ?p0-x -1) then (return 5))
   (if (eq ?p0-x -1) then (return 6))
   0)

(defrule MAIN::__stage (declare (salience 10000)) (__service_tick) => (assert (__service_stage (module MAIN))))

(defrule MAIN::r0
  (A (y $?p0-y&:(or (member$ 2 ?p0-y) (member$ 3 ?p0-y) (member$ -1 ?p0-y))))
  (A (x 2) (y $?v1y) (z $?p1-z&:(> (length$ ?p1-z) 0)))
  (A (z $?p2-z&:(eq ?p2-z (create$))))
  (test (member$ 2 $?v1y))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason "")
    (rule "MAIN::r0")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::r1
  (__service_stage (module MAIN))
  (test (> (count-of-A-A) 0))
  (test (<= (min-of-A-A) -1))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason "")
    (rule "MAIN::r1")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule M2::t0/1
  (A (y $?p0-y&:(or (member$ 2 ?p0-y) (member$ 3 ?p0-y) (member$ -1 ?p0-y))) (x ?p0-x))
  (A (x ?p0-x) (y $?v2y&:(<= (length$ ?v2y) 3)))
  (test (eq (t0-row ?p0-x) 1))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "row 0")
    (rule "M2::t0/1")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule M1::t1/1
  (A (y $?p0-y&:(or (member$ 2 ?p0-y) (member$ 3 ?p0-y) (member$ -1 ?p0-y))) (x ?p0-x))
  (A (x ?p0-x) (y $?v2y&:(<= (length$ ?v2y) 3)))
  (test (and (and (>= ?p0-x 2) (<= ?p0-x 100)) (< ?p0-x 3)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason "row 0")
    (rule "M1::t1/1")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule M1::t1/2
  (declare (salience 1))
  (A (y $?p0-y&:(or (member$ 2 ?p0-y) (member$ 3 ?p0-y) (member$ -1 ?p0-y))) (x ?p0-x))
  (A (x ?p0-x) (y $?v2y&:(<= (length$ ?v2y) 3)))
  (test (and (>= ?p0-x 3) (<= ?p0-x 100)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason "row 1")
    (rule "M1::t1/2")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule M1::t1/3
  (A (y $?p0-y&:(or (member$ 2 ?p0-y) (member$ 3 ?p0-y) (member$ -1 ?p0-y))) (x ?p0-x))
  (A (x ?p0-x) (y $?v2y&:(<= (length$ ?v2y) 3)))
  (test (and (eq ?p0-x 3) (eq ?p0-x 3)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason "row 2")
    (rule "M1::t1/3")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule M1::t1/4
  (A (y $?p0-y&:(or (member$ 2 ?p0-y) (member$ 3 ?p0-y) (member$ -1 ?p0-y))) (x ?p0-x))
  (A (x ?p0-x) (y $?v2y&:(<= (length$ ?v2y) 3)))
  (test (eq ?p0-x -1))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "row 3")
    (rule "M1::t1/4")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule M1::t1/5
  (A (y $?p0-y&:(or (member$ 2 ?p0-y) (member$ 3 ?p0-y) (member$ -1 ?p0-y))) (x ?p0-x))
  (A (x ?p0-x) (y $?v2y&:(<= (length$ ?v2y) 3)))
  (test (< ?p0-x -1))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason "row 4")
    (rule "M1::t1/5")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule M1::t1/6
  (A (y $?p0-y&:(or (member$ 2 ?p0-y) (member$ 3 ?p0-y) (member$ -1 ?p0-y))) (x ?p0-x))
  (A (x ?p0-x) (y $?v2y&:(<= (length$ ?v2y) 3)))
  (test (eq ?p0-x -1))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "row 5")
    (rule "M1::t1/6")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
