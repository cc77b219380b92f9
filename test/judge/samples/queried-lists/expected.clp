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

(deftemplate MAIN::a
  (multislot tags (type STRING) (default))
  (multislot ids (type INTEGER) (default)))

(deftemplate MAIN::b
  (multislot tags (type STRING) (default)))

(deftemplate MAIN::ask
  (slot tag (type STRING) (default "")))

(deffunction MAIN::longest ()
   (bind ?most 0)
   (do-for-all-facts ((?f a b)) TRUE (if (> (length$ ?f:tags) ?most) then (bind ?most (length$ ?f:tags))))
   ?most)

(deffunction MAIN::total ()
   (bind ?sum 0)
   (do-for-all-facts ((?f a)) (> (length$ ?f:ids) 0) (progn$ (?id ?f:ids) (bind ?sum (+ ?sum ?id))))
   ?sum)

(defrule MAIN::tagged
  (ask (tag ?t))
  (test (any-factp ((?f a b)) (member$ ?t ?f:tags)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?t))
    (rule "MAIN::tagged")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::first
  (ask (tag ?t))
  (test (any-factp ((?f a)) (eq (nth$ 1 ?f:tags) ?t)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "first " ?t))
    (rule "MAIN::first")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::numbers
  (ask (tag ?t))
  (test (and (= (longest) 3) (= (total) 6) (any-factp ((?f a)) (eq ?f:ids (create$ 1 2 3)))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "numbers " ?t))
    (rule "MAIN::numbers")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
