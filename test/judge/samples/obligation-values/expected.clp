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

(deftemplate MAIN::t
  (slot s (type SYMBOL) (default nil))
  (slot x (type STRING) (default ""))
  (multislot l (type STRING) (default)))

(deffunction MAIN::const-limits (?key)
   (switch ?key (case "a" then 1) (case a then 1) (case "b" then 2) (case b then 2) (default (div 1 0))))

(deffunction MAIN::const-limits-has (?key)
   (switch ?key (case "a" then TRUE) (case a then TRUE) (case "b" then TRUE) (case b then TRUE) (default FALSE)))

(defrule MAIN::r
  (t (s ?t-s))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "")
    (rule "MAIN::r")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "k" "")))
  (assert (__service_obligation (sequence ?*__service_sequence*) (number 1) (type "empty") (properties "text" "" "list" 1 "" "none" 0 "space" (str-cat " ")) (lists 2 3)))
  (assert (__service_obligation (sequence ?*__service_sequence*) (number 2) (type "constants") (properties "word" "x" "number" 3 "share" 0.5 "on" TRUE "words" 3 "a" "" "c") (lists 5)))
  (assert (__service_obligation (sequence ?*__service_sequence*) (number 3) (type "map") (properties "a" 1 "own" (const-limits ?t-s))))
  (assert (t (s b) (x "") (l (create$ "")))))
