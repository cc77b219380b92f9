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

(deftemplate MAIN::input
  (slot tool-name (type STRING) (default ""))
  (slot tool-name-text (type STRING) (default "(missing)"))
  (slot agent (type STRING) (default "")))

(deftemplate MAIN::input-tool-name
  (slot value (type STRING) (default "")))

(deffunction MAIN::const-per-minute (?key)
   (switch ?key (case "search" then 30) (case search then 30) (case "read" then 60) (case read then 60) (case "fetch" then 10) (case fetch then 10) (case "write" then 5) (case write then 5) (case "send-mail" then 1) (case send-mail then 1) (default (div 1 0))))

(defrule MAIN::listed-tool
  (input (tool-name ?input-tool-name&:(or (eq ?input-tool-name "search") (eq ?input-tool-name "read") (eq ?input-tool-name "fetch") (eq ?input-tool-name "write") (eq ?input-tool-name "send-mail"))) (tool-name-text ?input-tool-name-text))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?input-tool-name-text " may be called"))
    (rule "MAIN::listed-tool")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::calls-of-tool-unknown
  (__budget (budget "calls-of-tool") (state ?state&~"known"))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "budget calls-of-tool: the " ?state " is missing"))
    (rule "MAIN::calls-of-tool-unknown")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "budget" "calls-of-tool" "code" "budget_unknown"))))

(defrule MAIN::calls-of-tool
  (__budget (budget "calls-of-tool") (state "known") (approved "no") (spent ?spent) (used ?used) (reserved ?reserved) (requested ?requested) (limit ?limit))
  (test (> ?requested (- ?limit ?spent)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?used " of " ?limit " calls of this tool in a minute are used"))
    (rule "MAIN::calls-of-tool")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "budget" "calls-of-tool" "code" "budget_exceeded"))))

(defrule MAIN::calls-of-token-unknown
  (__budget (budget "calls-of-token") (state ?state&~"known"))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "budget calls-of-token: the " ?state " is missing"))
    (rule "MAIN::calls-of-token-unknown")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "budget" "calls-of-token" "code" "budget_unknown"))))

(defrule MAIN::calls-of-token
  (__budget (budget "calls-of-token") (state "known") (approved "no") (spent ?spent) (used ?used) (reserved ?reserved) (requested ?requested) (limit ?limit))
  (test (> ?requested (- ?limit ?spent)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?used " of " ?limit " calls in a day are used"))
    (rule "MAIN::calls-of-token")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "budget" "calls-of-token" "code" "budget_exceeded"))))
