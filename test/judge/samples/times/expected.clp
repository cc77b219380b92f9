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

(deftemplate MAIN::deploy
  (slot service (type STRING) (default ""))
  (slot built (type INTEGER) (default 0))
  (multislot starts (type INTEGER) (default)))

(deftemplate MAIN::freeze
  (slot service (type STRING) (default ""))
  (slot from (type INTEGER) (default 0))
  (slot until (type INTEGER) (allowed-integers 1000000 1200500) (default 1000000)))

(deftemplate MAIN::__service_tick)

(deffunction MAIN::time-now ()
   (round (* (service-now) 1000)))

(deffunction MAIN::digits-text (?number ?count)
   (bind ?text (str-cat "000" ?number))
   (sub-string (+ (- (str-length ?text) ?count) 1) (str-length ?text) ?text))

(deffunction MAIN::time-text (?time)
   (bind ?since (- ?time -62135596800000))
   (bind ?day (+ (div ?since 86400000) 306))
   (bind ?era (div ?day 146097))
   (bind ?day (mod ?day 146097))
   (bind ?year (div (- (+ (- ?day (div ?day 1460)) (div ?day 36524)) (div ?day 146096)) 365))
   (bind ?day (- ?day (+ (* 365 ?year) (- (div ?year 4) (div ?year 100)))))
   (bind ?month (div (+ (* 5 ?day) 2) 153))
   (bind ?day (+ (- ?day (div (+ (* 153 ?month) 2) 5)) 1))
   (bind ?year (+ ?year (* 400 ?era)))
   (str-cat (digits-text (if (>= ?month 10) then (+ ?year 1) else ?year) 4) "-" (digits-text (if (>= ?month 10) then (- ?month 9) else (+ ?month 3)) 2) "-" (digits-text ?day 2) "T" (digits-text (div (mod ?since 86400000) 3600000) 2) ":" (digits-text (div (mod ?since 3600000) 60000) 2) ":" (digits-text (div (mod ?since 60000) 1000) 2) (if (= (mod ?since 1000) 0) then "" else (str-cat "." (digits-text (mod ?since 1000) 3))) "Z"))

(deffunction MAIN::time-list-text (?list)
   (bind ?made "")
   (progn$ (?item ?list) (bind ?made (str-cat ?made (if (> ?item-index 1) then ", " else "") (time-text ?item))))
   ?made)

(deffunction MAIN::held-before-run (?fact)
   (any-factp ((?tick __service_tick)) (< (fact-index ?fact) (fact-index ?tick))))

(deffunction MAIN::recent-deploy-by-service (?value ?window)
   (length$ (find-all-facts ((?fact deploy)) (and (eq ?fact:service ?value) (< (- (time-now) ?fact:built) ?window) (held-before-run ?fact)))))

(defrule MAIN::frozen
  (deploy (service ?deploy-service) (starts $?deploy-starts) (built ?deploy-built))
  (freeze (service ?deploy-service) (from ?freeze-from) (until ?freeze-until))
  (__service_tick)
  (test (< ?freeze-from (time-now)))
  (test (> ?freeze-until (time-now)))
  (test (< (time-now) ?freeze-until))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?deploy-service " until " (time-text ?freeze-until) ", starts " (time-list-text ?deploy-starts)))
    (rule "MAIN::frozen")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "built" (str-cat (time-text ?deploy-built))))))

(defrule MAIN::recent
  (deploy (built ?deploy-built) (starts $?deploy-starts&:(member$ ?deploy-built ?deploy-starts)))
  (__service_tick)
  (test (and (<= ?deploy-built (time-now)) (< (- (time-now) ?deploy-built) 100000)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat (time-text ?deploy-built)))
    (rule "MAIN::recent")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::old
  (deploy (built ?built) (service ?deploy-service))
  (__service_tick)
  (test (>= (- (time-now) ?built) 100000))
  (test (> (recent-deploy-by-service ?deploy-service 1100000.0) 0))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason "")
    (rule "MAIN::old")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (freeze (service (str-cat ?deploy-service " " (time-text ?built))) (from (- ?built 1)))))

(defrule MAIN::local
  (deploy (built ?deploy-built&:(< ?deploy-built 990001)&:(service-time-of-day-between? "02:15 02:16 Etc/GMT-2" ?deploy-built)&:(service-weekday-in? "thu UTC" ?deploy-built)))
  (__service_tick)
  (test (service-time-of-day-between? "23:00 00:17 UTC" (time-now)))
  (test (service-weekday-in? "wed thu UTC" (time-now)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action route)
    (reason "local")
    (rule "MAIN::local")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
