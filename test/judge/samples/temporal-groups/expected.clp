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

(deftemplate MAIN::login
  (slot user (type SYMBOL) (default nil))
  (slot ts (type INTEGER) (default 0)))

(deftemplate MAIN::request
  (slot user (type SYMBOL) (default nil)))

(deftemplate MAIN::__service_tick)

(deffunction MAIN::held-before-run (?fact)
   (any-factp ((?tick __service_tick)) (< (fact-index ?fact) (fact-index ?tick))))

(deffunction MAIN::count-of-login-by-user (?value)
   (length$ (find-all-facts ((?fact login)) (and (eq ?fact:user ?value) (held-before-run ?fact)))))

(deffunction MAIN::recent-login-by-user (?value ?window)
   (length$ (find-all-facts ((?fact login)) (and (eq ?fact:user ?value) (< (- (service-now) ?fact:ts) ?window) (held-before-run ?fact)))))

(defrule MAIN::quiet
  (request (user ?req-user))
  (not (and (login (user ?req-user) (ts ?login-ts))
            (__service_tick)
            (test (< (- (service-now) ?login-ts) 60.0))))
  (__service_tick)
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?req-user " is not there"))
    (rule "MAIN::quiet")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::known
  (request (user ?req-user))
  (exists (login (user ?req-user))
          (__service_tick)
          (test (> (count-of-login-by-user ?req-user) 1)))
  (__service_tick)
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?req-user " has come before"))
    (rule "MAIN::known")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::either
  (request (user ?req-user))
  (or (and (login)
           (__service_tick)
           (test (> (recent-login-by-user ?req-user 10.0) 0)))
      (login (ts 1)))
  (__service_tick)
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason "now or long ago")
    (rule "MAIN::either")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::all-fresh
  (not (and (request (user ?req-user))
            (not (and (login (user ?req-user) (ts ?login-ts))
                      (__service_tick)
                      (test (< (- (service-now) ?login-ts) 500.0))))))
  (__service_tick)
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action scope)
    (reason "everybody is here")
    (rule "MAIN::all-fresh")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
