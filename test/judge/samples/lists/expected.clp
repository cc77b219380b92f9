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

(deftemplate MAIN::user
  (slot id (type STRING) (default ""))
  (multislot roles (type SYMBOL) (default))
  (slot active (type SYMBOL) (allowed-symbols FALSE TRUE) (default FALSE)))

(deftemplate MAIN::doc
  (slot name (type STRING) (default ""))
  (multislot needs (type SYMBOL) (default reader))
  (multislot tags (type STRING) (cardinality 0 4) (default))
  (multislot sizes (type FLOAT) (allowed-floats 0.5 1.0 2.5) (default))
  (slot owner (type SYMBOL) (default nobody)))

(deftemplate MAIN::found
  (slot what (type STRING) (default ""))
  (multislot tags (type STRING) (default))
  (slot sealed (type SYMBOL) (allowed-symbols FALSE TRUE) (default TRUE)))

(deffunction MAIN::some-member (?items ?list)
   (progn$ (?item ?items) (if (member$ ?item ?list) then (return TRUE)))
   FALSE)

(defrule MAIN::has-role
  (user (roles $?roles&:(member$ admin ?roles)) (active TRUE) (id ?u-id))
  (doc (needs $?d-needs&:(some-member ?roles ?d-needs)) (name ?d-name))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?u-id " " ?d-name))
    (rule "MAIN::has-role")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::lacks-role
  (user (active ?on) (roles $?u-roles) (id ?u-id))
  (doc (needs $?d-needs&:(not (some-member ?u-roles ?d-needs))) (name ?d-name))
  (test (eq ?on TRUE))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?u-id " " ?d-name))
    (rule "MAIN::lacks-role")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::owner-is-a-role
  (user (roles $?u-roles) (id ?u-id))
  (doc (owner ?d-owner&:(member$ ?d-owner ?u-roles)) (tags $?d-tags&:(> (length$ ?d-tags) 0)) (name ?d-name))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?u-id " " ?d-name))
    (rule "MAIN::owner-is-a-role")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (found (what "owner") (tags ?d-tags) (sealed TRUE))))

(defrule MAIN::owner-is-none
  (user (roles $?u-roles) (id ?u-id))
  (doc (owner ?d-owner&:(not (member$ ?d-owner ?u-roles))) (name ?d-name))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason (str-cat ?u-id " " ?d-name))
    (rule "MAIN::owner-is-none")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (found (what "no owner") (tags (create$ "plain" ?d-name)) (sealed FALSE))))

(defrule MAIN::same-lists
  (user (roles $?roles) (id ?u-id))
  (doc (needs $?roles) (name ?d-name))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action route)
    (reason (str-cat ?u-id " " ?d-name))
    (rule "MAIN::same-lists")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::other-lists
  (doc (tags $?d-tags) (name ?d-name))
  (doc (tags ~$?d-tags) (sizes $?e-sizes&:(eq ?e-sizes (create$ 0.5 2.5))) (name ?e-name))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action route)
    (reason (str-cat ?d-name " " ?e-name))
    (rule "MAIN::other-lists")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::sizes
  (doc (sizes $?d-sizes&:(>= (length$ ?d-sizes) 1)&:(<= (length$ ?d-sizes) 2)&:(subsetp ?d-sizes (create$ 0.5 1.0))) (needs $?d-needs&:(subsetp (create$ reader) ?d-needs)&:(not (member$ admin ?d-needs))) (tags $?d-tags&:(= (length$ ?d-tags) 0)) (name ?d-name))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?d-name))
    (rule "MAIN::sizes")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::later
  ?f <- (found (sealed TRUE) (tags $?f-tags&:(= (length$ ?f-tags) 2)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "MAIN::later")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (modify ?f (tags (create$ "x")) (sealed FALSE)))
