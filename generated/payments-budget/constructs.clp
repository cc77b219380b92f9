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

(deftemplate MAIN::payment "A payment that an agent wants to make"
  (slot id (type STRING) (default ""))
  (slot centre (type STRING) (default ""))
  (slot payee (type STRING) (default ""))
  (slot amount (type INTEGER) (default 0)))

(deftemplate MAIN::payee "A payee that may be paid"
  (slot id (type STRING) (default "")))

(deftemplate MAIN::__budget "Sums of a budget for one key."
  (slot budget (type STRING) (default ""))
  (slot key (type STRING) (default ""))
  (slot state (type STRING) (default ""))
  (slot approved (type STRING) (default ""))
  (slot allowed (type STRING) (default ""))
  (slot used (type INTEGER) (default 0))
  (slot reserved (type INTEGER) (default 0))
  (slot spent (type INTEGER) (default 0))
  (slot requested (type INTEGER) (default 0))
  (slot limit (type INTEGER) (default 0)))

(deffunction MAIN::const-per-month (?key)
   (switch ?key (case "operations" then 1000000) (case operations then 1000000) (case "research" then 400000) (case research then 400000) (case "travel" then 150000) (case travel then 150000) (default (div 1 0))))

(defrule MAIN::known-payee
  (payment (amount ?payment-amount&:(> ?payment-amount 0)) (payee ?payment-payee))
  (payee (id ?payment-payee))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?payment-amount " to " ?payment-payee))
    (rule "MAIN::known-payee")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::unknown-payee
  (payment (payee ?payment-payee))
  (not (payee (id ?payment-payee)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Payee " ?payment-payee " is unknown"))
    (rule "MAIN::unknown-payee")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::nothing-to-pay
  (payment (amount ?payment-amount&:(<= ?payment-amount 0)) (id ?payment-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Payment " ?payment-id " has no amount"))
    (rule "MAIN::nothing-to-pay")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::token-day-unknown
  (__budget (budget "token-day") (state ?state&~"known"))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "budget token-day: the " ?state " is missing"))
    (rule "MAIN::token-day-unknown")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "budget" "token-day" "code" "budget_unknown"))))

(defrule MAIN::token-day
  (__budget (budget "token-day") (state "known") (approved "no") (allowed "yes") (spent ?spent) (used ?used) (reserved ?reserved) (requested ?requested) (limit ?limit))
  (test (> ?requested (- ?limit ?spent)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason (str-cat ?used " of " ?limit " paid in a day, " ?reserved " held, " ?requested " requested"))
    (rule "MAIN::token-day")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "budget" "token-day" "code" "budget_exceeded"))))

(defrule MAIN::centre-month-unknown
  (__budget (budget "centre-month") (state ?state&~"known"))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "budget centre-month: the " ?state " is missing"))
    (rule "MAIN::centre-month-unknown")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "budget" "centre-month" "code" "budget_unknown"))))

(defrule MAIN::centre-month
  (__budget (budget "centre-month") (state "known") (approved "no") (spent ?spent) (used ?used) (reserved ?reserved) (requested ?requested) (limit ?limit))
  (test (> ?requested (- ?limit ?spent)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?used " of " ?limit " paid in this month, " ?reserved " held, " ?requested " requested"))
    (rule "MAIN::centre-month")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "budget" "centre-month" "code" "budget_exceeded"))))

(defrule MAIN::all-month-unknown
  (__budget (budget "all-month") (state ?state&~"known"))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "budget all-month: the " ?state " is missing"))
    (rule "MAIN::all-month-unknown")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "budget" "all-month" "code" "budget_unknown"))))

(defrule MAIN::all-month
  (__budget (budget "all-month") (state "known") (approved "no") (spent ?spent) (used ?used) (reserved ?reserved) (requested ?requested) (limit ?limit))
  (test (> ?requested (- ?limit ?spent)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?used " of " ?limit " paid by all in this month, " ?reserved " held, " ?requested " requested"))
    (rule "MAIN::all-month")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "budget" "all-month" "code" "budget_exceeded"))))
