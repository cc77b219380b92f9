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
  (slot user (type STRING) (default ""))
  (slot host (type SYMBOL) (default nil))
  (slot result (type SYMBOL) (allowed-symbols ok failed) (default ok))
  (slot ts (type INTEGER) (default 0)))

(deftemplate MAIN::request
  (slot user (type STRING) (default ""))
  (slot at (type FLOAT) (default 0.0)))

(deftemplate MAIN::__service_tick)

(deffunction MAIN::held-before-run (?fact)
   (any-factp ((?tick __service_tick)) (< (fact-index ?fact) (fact-index ?tick))))

(deffunction MAIN::count-of-login-by-user (?value)
   (length$ (find-all-facts ((?fact login)) (and (eq ?fact:user ?value) (held-before-run ?fact)))))

(deffunction MAIN::recent-login-by-user (?value ?window)
   (length$ (find-all-facts ((?fact login)) (and (eq ?fact:user ?value) (< (- (service-now) ?fact:ts) ?window) (held-before-run ?fact)))))

(deffunction MAIN::count-of-login-by-result (?value)
   (length$ (find-all-facts ((?fact login)) (and (eq ?fact:result ?value) (held-before-run ?fact)))))

(deffunction MAIN::most-host-of-login-by-user ()
   (bind ?most 0)
   (do-for-all-facts ((?first login)) (held-before-run ?first) (bind ?values (create$)) (do-for-all-facts ((?fact login)) (and (eq ?fact:user ?first:user) (held-before-run ?fact)) (if (not (member$ ?fact:host ?values)) then (bind ?values ?values ?fact:host))) (bind ?most (max ?most (length$ ?values))))
   ?most)

(deffunction MAIN::sequence-of-login (?value-1 ?value-2 ?window)
   (any-factp ((?fact-1 login)) (and (eq ?fact-1:result ?value-1) (< (- (service-now) ?fact-1:ts) ?window) (held-before-run ?fact-1) (any-factp ((?fact-2 login)) (and (eq ?fact-2:user ?value-2) (< (float ?fact-1:ts) (float ?fact-2:ts)) (held-before-run ?fact-2))))))

(defrule MAIN::fresh
  (declare (salience 20))
  (request (at ?at))
  (__service_tick)
  (test (< (- (service-now) ?at) 10.0))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action route)
    (reason (str-cat "asked at " ?at))
    (rule "MAIN::fresh")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::too-many
  (request (user ?req-user))
  (__service_tick)
  (test (> (count-of-login-by-user ?req-user) 2))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?req-user " has logged in too often"))
    (rule "MAIN::too-many")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::too-fast
  (request (user ?req-user))
  (__service_tick)
  (test (> (recent-login-by-user ?req-user 60.0) 1))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason (str-cat ?req-user " logs in fast"))
    (rule "MAIN::too-fast")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::failures
  (request)
  (__service_tick)
  (test (>= (count-of-login-by-result failed) 3))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason "three failures")
    (rule "MAIN::failures")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::hosts
  (request)
  (__service_tick)
  (test (> (most-host-of-login-by-user) 1))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action scope)
    (reason "someone comes from everywhere")
    (rule "MAIN::hosts")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::guessed
  (request (user ?user))
  (__service_tick)
  (test (sequence-of-login failed ?user 100.0))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?user " after a failure"))
    (rule "MAIN::guessed")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::derived
  (declare (salience 10))
  (login (user "eve"))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason "")
    (rule "MAIN::derived")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (login (user "dan") (host h9) (result failed) (ts 999)))
  (assert (request (user "ann") (at 999.0))))
