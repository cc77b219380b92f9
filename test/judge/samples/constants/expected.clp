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

(deftemplate MAIN::call
  (slot tool (type SYMBOL) (default nil))
  (slot rows (type INTEGER) (default 0))
  (slot region (type SYMBOL) (default eu)))

(deftemplate MAIN::note
  (slot kind (type SYMBOL) (default nil))
  (slot text (type STRING) (default ""))
  (slot n (type INTEGER) (default 0))
  (multislot where (type SYMBOL) (default)))

(deffunction MAIN::const-limits (?key)
   (switch ?key (case "search" then 10) (case search then 10) (case "write" then 2) (case write then 2) (default (div 1 0))))

(deffunction MAIN::const-kinds (?key)
   (switch ?key (case "search" then "fast") (case search then "fast") (default (str-cat (div 1 0)))))

(deffunction MAIN::const-limits-has (?key)
   (switch ?key (case "search" then TRUE) (case search then TRUE) (case "write" then TRUE) (case write then TRUE) (default FALSE)))

(deffunction MAIN::const-kinds-2 (?key)
   (switch ?key (case "search" then fast) (case search then fast) (default (sym-cat (div 1 0)))))

(deffunction MAIN::const-kinds-has (?key)
   (switch ?key (case "search" then TRUE) (case search then TRUE) (default FALSE)))

(defrule MAIN::most
  (call (rows ?call-rows&:(> ?call-rows 1000)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason "more than 1000 in eu, us at 1.5, true")
    (rule "MAIN::most")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::limit
  (call (tool ?tool) (rows ?call-rows&:(and (const-limits-has ?tool) (> ?call-rows (const-limits ?tool)))) (region ?call-region&:(or (eq ?call-region eu) (eq ?call-region us))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason "over")
    (rule "MAIN::limit")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (note (kind (const-kinds-2 ?tool)) (text (str-cat "at most " "1000")) (n (+ 1 (const-limits ?tool))) (where (create$ eu us)))))

(defrule MAIN::within
  (call (tool ?call-tool) (rows ?call-rows&:(and (const-limits-has ?call-tool) (<= ?call-rows (const-limits ?call-tool)))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "within")
    (rule "MAIN::within")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::known
  (call (tool ?call-tool&:(or (eq ?call-tool search) (eq ?call-tool write))))
  (test (> 1000 3))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "known")
    (rule "MAIN::known")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
