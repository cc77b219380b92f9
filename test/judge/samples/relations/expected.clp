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

(deftemplate MAIN::member
  (slot user (type SYMBOL) (default nil))
  (multislot roles (type SYMBOL) (default)))

(deftemplate MAIN::request
  (slot user (type SYMBOL) (default nil))
  (slot action (type SYMBOL) (default nil))
  (slot cost (type FLOAT) (default 0.0)))

(deftemplate MAIN::granted
  (slot user (type SYMBOL) (default nil))
  (slot role (type SYMBOL) (default nil)))

(deftemplate MAIN::__relation_role_grants
  (slot role (type SYMBOL) (default nil))
  (slot action (type SYMBOL) (default nil)))

(deffacts MAIN::__relation_role_grants-1
  (__relation_role_grants (role admin) (action write))
  (__relation_role_grants (role admin) (action read))
  (__relation_role_grants (role viewer) (action read))
  (__relation_role_grants (role auditor) (action list)))

(deftemplate MAIN::__relation_price
  (slot action (type SYMBOL) (default nil))
  (slot most (type FLOAT) (default 0.0))
  (slot big (type INTEGER) (default 0))
  (slot open (type SYMBOL) (allowed-symbols FALSE TRUE) (default FALSE))
  (slot text (type STRING) (default "")))

(deffacts MAIN::__relation_price-1
  (__relation_price (action write) (most 0.0) (big 9223372036854775807) (open TRUE) (text "two
lines"))
  (__relation_price (action read) (most 10.0) (big -9007199254740993) (open FALSE) (text "q\"t \\")))

(deftemplate MAIN::__relation_empty
  (slot x (type INTEGER) (default 0)))

(defmodule first (import MAIN ?ALL))

(defmodule second (import MAIN ?ALL))

(deffunction MAIN::boolean-text (?value)
   (if ?value then "true" else "false"))

(defrule first::start
  (__relation_role_grants (role ?g-role) (action ?g-action))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action scope)
    (reason (str-cat ?g-role " " ?g-action))
    (rule "first::start")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule first::pairs
  (declare (salience 5))
  (__relation_role_grants (role ?g-role&~auditor) (action ?g-action))
  (__relation_price (action ?g-action) (most ?p-most) (big ?p-big) (open ?p-open) (text ?p-text))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action scope)
    (reason (str-cat ?g-role " " ?p-most " " ?p-big " " (boolean-text ?p-open) " " ?p-text))
    (rule "first::pairs")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule first::granted
  (request (user ?r-user) (action ?r-action))
  (member (user ?r-user) (roles $?m-roles))
  (__relation_role_grants (role ?g-role&:(member$ ?g-role ?m-roles)) (action ?r-action))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?g-role " may " ?r-action))
    (rule "first::granted")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (granted (user ?r-user) (role ?g-role))))

(defrule first::rows-first
  (__relation_role_grants (role ?g-role) (action ?g-action))
  (member (roles $?m-roles&:(member$ ?g-role ?m-roles)) (user ?m-user))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?m-user " " ?g-role " " ?g-action))
    (rule "first::rows-first")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule second::unpriced
  (request (action ?r-action))
  (not (__relation_price (action ?r-action)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "no price of " ?r-action))
    (rule "second::unpriced")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule second::dear
  (request (action ?r-action) (cost ?r-cost))
  (exists (__relation_price (action ?r-action) (most ?v__relation_price-most&:(< ?v__relation_price-most ?r-cost))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason (str-cat ?r-action " for " ?r-cost))
    (rule "second::dear")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule second::taken
  ?x <- (granted (role ?x-role) (user ?x-user))
  (__relation_role_grants (role ?x-role) (action ?g-action))
  (not (__relation_empty))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?x-user " " ?g-action))
    (rule "second::taken")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (retract ?x))

(defrule second::all
  (not (and (__relation_role_grants (action read) (role ?role))
            (not (member (roles $?member-roles&:(member$ ?role ?member-roles))))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "all")
    (rule "second::all")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule second::none-before
  (not (__relation_role_grants (role nobody)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "none")
    (rule "second::none-before")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
