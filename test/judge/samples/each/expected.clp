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

(deftemplate MAIN::doc
  (slot name (type STRING) (default ""))
  (slot owner (type SYMBOL) (default nobody))
  (multislot tags (type SYMBOL) (default))
  (multislot sizes (type INTEGER) (default)))

(deftemplate MAIN::wanted
  (slot tag (type SYMBOL) (default nil)))

(deftemplate MAIN::seen
  (slot tag (type SYMBOL) (default nil))
  (multislot of (type SYMBOL) (default)))

(deffunction MAIN::list-text (?list)
   (bind ?made "")
   (progn$ (?item ?list) (bind ?made (str-cat ?made (if (> ?item-index 1) then ", " else "") ?item)))
   ?made)

(defrule MAIN::every-tag
  (doc (tags $?d-tags-before ?tag $?d-tags-after) (name ?d-name))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?d-name " " ?tag " of " (list-text (create$ ?d-tags-before ?tag ?d-tags-after))))
    (rule "MAIN::every-tag")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::other-tags
  (doc (owner ?d-owner) (tags $?d-tags-before ?tag&~?d-owner $?d-tags-after&:(member$ b (create$ ?d-tags-before ?tag ?d-tags-after))) (name ?d-name))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?d-name " " ?tag))
    (rule "MAIN::other-tags")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::wanted-after
  (doc (tags $?d-tags-before ?tag&:(or (eq ?tag a) (eq ?tag b)) $?d-tags-after) (name ?d-name))
  (wanted (tag ?tag))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?d-name " " ?tag))
    (rule "MAIN::wanted-after")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::wanted-before
  (wanted (tag ?w-tag))
  (doc (tags $?d-tags-before ?w-tag $?d-tags-after) (sizes $?d-sizes-before ?size&:(>= ?size 2) $?d-sizes-after) (name ?d-name))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason (str-cat ?d-name " " ?w-tag " " ?size))
    (rule "MAIN::wanted-before")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (seen (tag ?w-tag) (of (create$ ?d-tags-before ?w-tag ?d-tags-after)))))

(defrule MAIN::nothing-wanted
  (doc (name ?d-name))
  (not (and (wanted (tag ?w-tag))
            (doc (tags $?doc-tags-before ?w-tag $?doc-tags-after))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?d-name))
    (rule "MAIN::nothing-wanted")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::unseen
  (doc (tags $?d-tags-before ?tag $?d-tags-after))
  (not (seen (tag ?tag) (of $?seen-of&:(eq ?seen-of (create$ ?d-tags-before ?tag ?d-tags-after)))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?tag " of " (list-text (create$ ?d-tags-before ?tag ?d-tags-after))))
    (rule "MAIN::unseen")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule MAIN::taken-away
  (declare (salience -5))
  ?d <- (doc (tags $?d-tags-before ?tag&:(eq ?tag gone) $?d-tags-after))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "MAIN::taken-away")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (retract ?d))

(defrule MAIN::renamed
  (declare (salience -5))
  ?d <- (doc (tags $?d-tags-before ?tag&:(eq ?tag old) $?d-tags-after))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "MAIN::renamed")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (modify ?d (tags (create$ new a))))
