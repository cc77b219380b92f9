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

(deftemplate MAIN::item
  (slot id (type INTEGER) (default 0))
  (slot text (type STRING) (default "")))

(deftemplate MAIN::known
  (multislot texts (type STRING) (default))
  (multislot networks (type STRING) (default)))

(defrule MAIN::case
  (known)
  (item (text ?i-text&:(service-equals-ignore-case? "ABC" ?i-text)) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "case of " ?i-id))
    (rule "MAIN::case")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::no-case
  (known)
  (item (text ?i-text&:(not (service-equals-ignore-case? "ABC" ?i-text))) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "no-case of " ?i-id))
    (rule "MAIN::no-case")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::one-of
  (known)
  (item (text ?i-text&:(or (service-equals-ignore-case? "ABC" ?i-text) (service-equals-ignore-case? "X y" ?i-text))) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "one-of of " ?i-id))
    (rule "MAIN::one-of")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::no-one-of
  (known)
  (item (text ?i-text&:(not (or (service-equals-ignore-case? "ABC" ?i-text) (service-equals-ignore-case? "X y" ?i-text)))) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "no-one-of of " ?i-id))
    (rule "MAIN::no-one-of")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::of-list
  (known (texts $?l-texts))
  (item (text ?i-text&:(service-in-ignore-case? ?l-texts ?i-text)) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "of-list of " ?i-id))
    (rule "MAIN::of-list")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::no-of-list
  (known (texts $?l-texts))
  (item (text ?i-text&:(not (service-in-ignore-case? ?l-texts ?i-text))) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "no-of-list of " ?i-id))
    (rule "MAIN::no-of-list")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::network
  (known)
  (item (text ?i-text&:(or (service-in-cidr? "10.0.0.0/8" ?i-text) (service-in-cidr? "fd00::/8" ?i-text))) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "network of " ?i-id))
    (rule "MAIN::network")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::no-network
  (known)
  (item (text ?i-text&:(not (or (service-in-cidr? "10.0.0.0/8" ?i-text) (service-in-cidr? "fd00::/8" ?i-text)))) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "no-network of " ?i-id))
    (rule "MAIN::no-network")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::network-of-list
  (known (networks $?l-networks))
  (item (text ?i-text&:(service-in-some-cidr? ?l-networks ?i-text)) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "network-of-list of " ?i-id))
    (rule "MAIN::network-of-list")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::no-network-of-list
  (known (networks $?l-networks))
  (item (text ?i-text&:(not (service-in-some-cidr? ?l-networks ?i-text))) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "no-network-of-list of " ?i-id))
    (rule "MAIN::no-network-of-list")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::glob
  (known)
  (item (text ?i-text&:(service-glob? "/srv/**" ?i-text)) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "glob of " ?i-id))
    (rule "MAIN::glob")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::no-glob
  (known)
  (item (text ?i-text&:(not (service-glob? "/srv/**" ?i-text))) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "no-glob of " ?i-id))
    (rule "MAIN::no-glob")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::folder
  (known)
  (item (text ?i-text&:(service-path-within? "/srv" ?i-text)) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "folder of " ?i-id))
    (rule "MAIN::folder")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::no-folder
  (known)
  (item (text ?i-text&:(not (service-path-within? "/srv" ?i-text))) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "no-folder of " ?i-id))
    (rule "MAIN::no-folder")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::host
  (known)
  (item (text ?i-text&:(service-host-within? "example.com" ?i-text)) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "host of " ?i-id))
    (rule "MAIN::host")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::no-host
  (known)
  (item (text ?i-text&:(not (service-host-within? "example.com" ?i-text))) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "no-host of " ?i-id))
    (rule "MAIN::no-host")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::part
  (known)
  (item (text ?i-text&:(neq (str-index "app" ?i-text) FALSE)) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "part of " ?i-id))
    (rule "MAIN::part")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::no-part
  (known)
  (item (text ?i-text&:(not (neq (str-index "app" ?i-text) FALSE))) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "no-part of " ?i-id))
    (rule "MAIN::no-part")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::start
  (known)
  (item (text ?i-text&:(eq (str-index "1" ?i-text) 1)) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "start of " ?i-id))
    (rule "MAIN::start")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::no-start
  (known)
  (item (text ?i-text&:(not (eq (str-index "1" ?i-text) 1))) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "no-start of " ?i-id))
    (rule "MAIN::no-start")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::end
  (known)
  (item (text ?i-text&:(eq (sub-string (- (str-length ?i-text) 0) (str-length ?i-text) ?i-text) "1")) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "end of " ?i-id))
    (rule "MAIN::end")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::no-end
  (known)
  (item (text ?i-text&:(not (eq (sub-string (- (str-length ?i-text) 0) (str-length ?i-text) ?i-text) "1"))) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "no-end of " ?i-id))
    (rule "MAIN::no-end")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::pattern
  (known)
  (item (text ?i-text&:(service-matches "a|b" ?i-text)) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "pattern of " ?i-id))
    (rule "MAIN::pattern")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::no-pattern
  (known)
  (item (text ?i-text&:(not (service-matches "a|b" ?i-text))) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "no-pattern of " ?i-id))
    (rule "MAIN::no-pattern")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::version
  (known)
  (item (text ?i-text&:(service-semver-satisfies? "^1.2" ?i-text)) (id ?i-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "version of " ?i-id))
    (rule "MAIN::version")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
