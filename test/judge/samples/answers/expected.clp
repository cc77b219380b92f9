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

(deftemplate MAIN::request
  (slot user (type STRING) (default ""))
  (slot n (type INTEGER) (default 0))
  (slot f (type FLOAT) (default 0.0))
  (slot k (type SYMBOL) (default nil)))

(deftemplate MAIN::note
  (slot t (type STRING) (default "")))

(deftemplate MAIN::tagged
  (multislot tags (type SYMBOL) (default))
  (multislot flags (type SYMBOL) (allowed-symbols FALSE TRUE) (default))
  (multislot sizes (type FLOAT) (default))
  (slot on (type SYMBOL) (allowed-symbols FALSE TRUE) (default FALSE)))

(deffunction MAIN::boolean-text (?value)
   (if ?value then "true" else "false"))

(deffunction MAIN::boolean-list-text (?list)
   (bind ?made "")
   (progn$ (?item ?list) (bind ?made (str-cat ?made (if (> ?item-index 1) then ", " else "") (boolean-text ?item))))
   ?made)

(deffunction MAIN::list-text (?list)
   (bind ?made "")
   (progn$ (?item ?list) (bind ?made (str-cat ?made (if (> ?item-index 1) then ", " else "") ?item)))
   ?made)

(defrule MAIN::lists
  (tagged (tags $?tags) (flags $?g-flags) (sizes $?g-sizes) (on ?g-on))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "[" (list-text ?tags) "] [" (boolean-list-text ?g-flags) "] [" (list-text ?g-sizes) "] " (boolean-text ?g-on)))
    (rule "MAIN::lists")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (__service_obligation (sequence ?*__service_sequence*) (number 1) (type "redact") (properties "tags" (length$ $?tags) $?tags "flags" (length$ ?g-flags) ?g-flags "on" ?g-on "mixed" 4 (str-cat "a") ?g-on 2 (str-cat "x " (list-text ?tags)) "last" 1) (lists 1 2 4)))
  (assert (note (t (str-cat "<" (boolean-list-text ?g-flags) ">")))))

(defrule MAIN::x
  (request (n ?n) (user ?r-user) (k ?r-k))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "ok " ?r-user))
    (rule "MAIN::x")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope (str-cat "only " ?r-user))
    (metadata "who" (str-cat ?r-user) "json" (str-cat "{\"j\":" ?n "}") "mustache" "{{x}}" "plain" "1.50" "1" "x")))
  (assert (__service_obligation (sequence ?*__service_sequence*) (number 1) (type "redact") (properties "field" ?r-user "times" (+ ?n 1) "half" (/ ?n 2) "k" ?r-k "t" (str-cat ?r-user " " ?n) "b" TRUE "c" (> ?n 1) "z" 1.0)))
  (assert (__service_obligation (sequence ?*__service_sequence*) (number 2) (type "log") (properties)))
  (assert (note (t (str-cat "n=" ?n " {not a ref}")))))

(defrule MAIN::y
  (note (t ?t-t))
  (not (request (user "z")))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "note " ?t-t))
    (rule "MAIN::y")
    (log-level summary)
    (notify "a")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (__service_obligation (sequence ?*__service_sequence*) (number 1) (type "log") (properties)))
  (assert (__service_obligation (sequence ?*__service_sequence*) (number 2) (type "log") (properties "t" ?t-t))))
