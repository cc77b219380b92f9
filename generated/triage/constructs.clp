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

(deftemplate MAIN::alert "An alert as its source sent it"
  (slot id (type STRING) (default ""))
  (slot source (type SYMBOL) (allowed-symbols edr ids scanner cloud report) (default edr))
  (slot severity (type STRING) (default ""))
  (slot score (type FLOAT) (default 0.0))
  (slot category (type SYMBOL) (default nil))
  (slot asset (type STRING) (default ""))
  (slot confidence (type FLOAT) (default 1.0))
  (slot count (type INTEGER) (default 1))
  (slot title (type STRING) (default ""))
  (slot at (type INTEGER) (default 0)))

(deftemplate MAIN::asset
  (slot id (type STRING) (default ""))
  (slot tier (type SYMBOL) (allowed-symbols crown core standard lab) (default core))
  (slot environment (type SYMBOL) (allowed-symbols production staging development) (default production))
  (slot owner (type SYMBOL) (default unowned)))

(deftemplate MAIN::maintenance "Announced work on an asset"
  (slot asset (type STRING) (default ""))
  (slot from (type INTEGER) (default 0))
  (slot until (type INTEGER) (default 0))
  (slot ticket (type STRING) (default "")))

(deftemplate MAIN::false_positive "A finding that a person reviewed and dismissed, for one asset and until a time"
  (slot asset (type STRING) (default ""))
  (slot category (type SYMBOL) (default nil))
  (slot title (type STRING) (default ""))
  (slot until (type INTEGER) (default 0))
  (slot reviewer (type STRING) (default "")))

(deftemplate MAIN::finding "An alert on the common scale"
  (slot alert (type STRING) (default ""))
  (slot level (type SYMBOL) (allowed-symbols low medium high critical) (default low))
  (slot mass (type SYMBOL) (allowed-symbols open applied) (default open))
  (slot kind (type SYMBOL) (allowed-symbols open applied) (default open)))

(deftemplate MAIN::placement "Tier of the asset of an alert"
  (slot alert (type STRING) (default ""))
  (slot tier (type SYMBOL) (allowed-symbols crown core standard lab) (default crown)))

(deftemplate MAIN::priority
  (slot alert (type STRING) (default ""))
  (slot value (type SYMBOL) (allowed-symbols p1 p2 p3 p4) (default p1))
  (slot lowered (type SYMBOL) (allowed-symbols no yes) (default no)))

(deftemplate MAIN::closed "The alert needs no attention"
  (slot alert (type STRING) (default ""))
  (slot why (type STRING) (default "")))

(defmodule intake "Refuse conclusions that the caller sent" (import MAIN ?ALL))

(defmodule normalise "Bring the severities of all sources to one scale" (import MAIN ?ALL))

(defmodule enrich "Place the asset and raise the severity where needed" (import MAIN ?ALL))

(defmodule table "Set the priority from severity and asset tier, by a table" (import MAIN ?ALL))

(defmodule adjust "Apply maintenance windows and known false positives" (import MAIN ?ALL))

(defmodule dispatch "Choose the queue" (import MAIN ?ALL))

(defmodule refusal "Refuse malformed alerts" (import MAIN ?ALL))

(deffunction MAIN::priority-row (?finding-level ?placement-tier)
   (if (and (eq ?finding-level critical) (eq ?placement-tier crown)) then (return 1))
   (if (and (eq ?finding-level critical) (eq ?placement-tier core)) then (return 2))
   (if (and (eq ?finding-level critical) (eq ?placement-tier standard)) then (return 3))
   (if (and (eq ?finding-level critical) (eq ?placement-tier lab)) then (return 4))
   (if (and (eq ?finding-level high) (eq ?placement-tier crown)) then (return 5))
   (if (and (eq ?finding-level high) (eq ?placement-tier core)) then (return 6))
   (if (and (eq ?finding-level high) (eq ?placement-tier standard)) then (return 7))
   (if (and (eq ?finding-level high) (eq ?placement-tier lab)) then (return 8))
   (if (and (eq ?finding-level medium) (eq ?placement-tier crown)) then (return 9))
   (if (and (eq ?finding-level medium) (eq ?placement-tier core)) then (return 10))
   (if (and (eq ?finding-level medium) (eq ?placement-tier standard)) then (return 11))
   (if (and (eq ?finding-level medium) (eq ?placement-tier lab)) then (return 12))
   (if (and (eq ?finding-level low) (eq ?placement-tier crown)) then (return 13))
   (if (and (eq ?finding-level low) (eq ?placement-tier core)) then (return 14))
   (if (and (eq ?finding-level low) (eq ?placement-tier standard)) then (return 15))
   (if (and (eq ?finding-level low) (eq ?placement-tier lab)) then (return 16))
   0)

(deffunction MAIN::one-higher (?level)
   (switch ?level (case low then medium) (case medium then high) (default critical)))

(deffunction MAIN::one-later (?priority)
   (switch ?priority (case p1 then p2) (case p2 then p3) (default p4)))

(defrule intake::refuse-conclusion-from-outside
  (or (exists (finding))
      (exists (placement))
      (exists (priority))
      (exists (closed)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason "The facts contain a conclusion that only the triage may draw")
    (rule "intake::refuse-conclusion-from-outside")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule normalise::word-critical
  (alert (source ?alert-source&:(or (eq ?alert-source edr) (eq ?alert-source cloud) (eq ?alert-source report))) (severity ?alert-severity&:(service-matches "(?i)^\\s*crit(ical)?\\s*$" ?alert-severity)) (id ?alert-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "normalise::word-critical")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (finding (alert ?alert-id) (level critical))))

(defrule normalise::word-high
  (alert (source ?alert-source&:(or (eq ?alert-source edr) (eq ?alert-source cloud) (eq ?alert-source report))) (severity ?alert-severity&:(service-matches "(?i)^\\s*(high|major)\\s*$" ?alert-severity)) (id ?alert-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "normalise::word-high")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (finding (alert ?alert-id) (level high))))

(defrule normalise::word-medium
  (alert (source ?alert-source&:(or (eq ?alert-source edr) (eq ?alert-source cloud) (eq ?alert-source report))) (severity ?alert-severity&:(service-matches "(?i)^\\s*(medium|moderate|minor)\\s*$" ?alert-severity)) (id ?alert-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "normalise::word-medium")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (finding (alert ?alert-id) (level medium))))

(defrule normalise::word-low
  (alert (source ?alert-source&:(or (eq ?alert-source edr) (eq ?alert-source cloud) (eq ?alert-source report))) (severity ?alert-severity&:(service-matches "(?i)^\\s*(low|info(rmational)?)\\s*$" ?alert-severity)) (id ?alert-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "normalise::word-low")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (finding (alert ?alert-id) (level low))))

(defrule normalise::ids-one
  (alert (source ids) (severity ?alert-severity&:(service-matches "^\\s*1(\\.0*)?\\s*$" ?alert-severity)) (id ?alert-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "normalise::ids-one")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (finding (alert ?alert-id) (level high))))

(defrule normalise::ids-two
  (alert (source ids) (severity ?alert-severity&:(service-matches "^\\s*2(\\.0*)?\\s*$" ?alert-severity)) (id ?alert-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "normalise::ids-two")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (finding (alert ?alert-id) (level medium))))

(defrule normalise::ids-three-and-on
  (alert (source ids) (severity ?alert-severity&:(service-matches "^\\s*[34](\\.0*)?\\s*$" ?alert-severity)) (id ?alert-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "normalise::ids-three-and-on")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (finding (alert ?alert-id) (level low))))

(defrule normalise::score-critical
  (alert (source scanner) (score ?alert-score&:(>= ?alert-score 9.0)&:(<= ?alert-score 10.0)) (id ?alert-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "normalise::score-critical")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (finding (alert ?alert-id) (level critical))))

(defrule normalise::score-high
  (alert (source scanner) (score ?alert-score&:(>= ?alert-score 7.0)&:(< ?alert-score 9.0)) (id ?alert-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "normalise::score-high")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (finding (alert ?alert-id) (level high))))

(defrule normalise::score-medium
  (alert (source scanner) (score ?alert-score&:(>= ?alert-score 4.0)&:(< ?alert-score 7.0)) (id ?alert-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "normalise::score-medium")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (finding (alert ?alert-id) (level medium))))

(defrule normalise::score-low
  (alert (source scanner) (score ?alert-score&:(> ?alert-score 0.0)&:(< ?alert-score 4.0)) (id ?alert-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "normalise::score-low")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (finding (alert ?alert-id) (level low))))

(defrule normalise::unreadable-severity
  (declare (salience -100))
  (alert (id ?alert-id))
  (not (finding (alert ?alert-id)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "normalise::unreadable-severity")
    (log-level full)
    (notify "detection-engineering")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (finding (alert ?alert-id) (level high))))

(defrule enrich::place-known-asset
  (alert (asset ?alert-asset) (id ?alert-id))
  (asset (id ?alert-asset) (tier ?asset-tier))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "enrich::place-known-asset")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (placement (alert ?alert-id) (tier ?asset-tier))))

(defrule enrich::place-unknown-asset
  (alert (asset ?alert-asset) (id ?alert-id))
  (not (asset (id ?alert-asset)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "enrich::place-unknown-asset")
    (log-level summary)
    (notify "asset-inventory")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (placement (alert ?alert-id) (tier core))))

(defrule enrich::raise-for-mass
  (alert (count ?alert-count&:(>= ?alert-count 100)) (id ?alert-id))
  ?finding <- (finding (alert ?alert-id) (level ?finding-level&~critical) (mass open))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "enrich::raise-for-mass")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (modify ?finding (level (one-higher ?finding-level)) (mass applied)))

(defrule enrich::raise-for-kind
  (alert (category ?alert-category&:(or (service-equals-ignore-case? "ransomware" ?alert-category) (service-equals-ignore-case? "credential-theft" ?alert-category) (service-equals-ignore-case? "exfiltration" ?alert-category))) (confidence ?alert-confidence&:(>= ?alert-confidence 0.5)) (id ?alert-id))
  ?finding <- (finding (alert ?alert-id) (level ?finding-level&~critical) (kind open))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "enrich::raise-for-kind")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (modify ?finding (level (one-higher ?finding-level)) (kind applied)))

(defrule table::priority/critical-crown
  (finding (alert ?finding-alert) (level ?finding-level))
  (placement (alert ?finding-alert) (tier ?placement-tier))
  (test (eq (priority-row ?finding-level ?placement-tier) 1))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "table::priority/critical-crown")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (priority (alert ?finding-alert) (value p1))))

(defrule table::priority/critical-core
  (finding (alert ?finding-alert) (level ?finding-level))
  (placement (alert ?finding-alert) (tier ?placement-tier))
  (test (eq (priority-row ?finding-level ?placement-tier) 2))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "table::priority/critical-core")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (priority (alert ?finding-alert) (value p1))))

(defrule table::priority/critical-standard
  (finding (alert ?finding-alert) (level ?finding-level))
  (placement (alert ?finding-alert) (tier ?placement-tier))
  (test (eq (priority-row ?finding-level ?placement-tier) 3))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "table::priority/critical-standard")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (priority (alert ?finding-alert) (value p2))))

(defrule table::priority/critical-lab
  (finding (alert ?finding-alert) (level ?finding-level))
  (placement (alert ?finding-alert) (tier ?placement-tier))
  (test (eq (priority-row ?finding-level ?placement-tier) 4))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "table::priority/critical-lab")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (priority (alert ?finding-alert) (value p3))))

(defrule table::priority/high-crown
  (finding (alert ?finding-alert) (level ?finding-level))
  (placement (alert ?finding-alert) (tier ?placement-tier))
  (test (eq (priority-row ?finding-level ?placement-tier) 5))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "table::priority/high-crown")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (priority (alert ?finding-alert) (value p1))))

(defrule table::priority/high-core
  (finding (alert ?finding-alert) (level ?finding-level))
  (placement (alert ?finding-alert) (tier ?placement-tier))
  (test (eq (priority-row ?finding-level ?placement-tier) 6))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "table::priority/high-core")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (priority (alert ?finding-alert) (value p2))))

(defrule table::priority/high-standard
  (finding (alert ?finding-alert) (level ?finding-level))
  (placement (alert ?finding-alert) (tier ?placement-tier))
  (test (eq (priority-row ?finding-level ?placement-tier) 7))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "table::priority/high-standard")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (priority (alert ?finding-alert) (value p3))))

(defrule table::priority/high-lab
  (finding (alert ?finding-alert) (level ?finding-level))
  (placement (alert ?finding-alert) (tier ?placement-tier))
  (test (eq (priority-row ?finding-level ?placement-tier) 8))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "table::priority/high-lab")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (priority (alert ?finding-alert) (value p4))))

(defrule table::priority/medium-crown
  (finding (alert ?finding-alert) (level ?finding-level))
  (placement (alert ?finding-alert) (tier ?placement-tier))
  (test (eq (priority-row ?finding-level ?placement-tier) 9))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "table::priority/medium-crown")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (priority (alert ?finding-alert) (value p2))))

(defrule table::priority/medium-core
  (finding (alert ?finding-alert) (level ?finding-level))
  (placement (alert ?finding-alert) (tier ?placement-tier))
  (test (eq (priority-row ?finding-level ?placement-tier) 10))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "table::priority/medium-core")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (priority (alert ?finding-alert) (value p3))))

(defrule table::priority/medium-standard
  (finding (alert ?finding-alert) (level ?finding-level))
  (placement (alert ?finding-alert) (tier ?placement-tier))
  (test (eq (priority-row ?finding-level ?placement-tier) 11))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "table::priority/medium-standard")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (priority (alert ?finding-alert) (value p3))))

(defrule table::priority/medium-lab
  (finding (alert ?finding-alert) (level ?finding-level))
  (placement (alert ?finding-alert) (tier ?placement-tier))
  (test (eq (priority-row ?finding-level ?placement-tier) 12))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "table::priority/medium-lab")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (priority (alert ?finding-alert) (value p4))))

(defrule table::priority/low-crown
  (finding (alert ?finding-alert) (level ?finding-level))
  (placement (alert ?finding-alert) (tier ?placement-tier))
  (test (eq (priority-row ?finding-level ?placement-tier) 13))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "table::priority/low-crown")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (priority (alert ?finding-alert) (value p3))))

(defrule table::priority/low-core
  (finding (alert ?finding-alert) (level ?finding-level))
  (placement (alert ?finding-alert) (tier ?placement-tier))
  (test (eq (priority-row ?finding-level ?placement-tier) 14))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "table::priority/low-core")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (priority (alert ?finding-alert) (value p4))))

(defrule table::priority/low-standard
  (finding (alert ?finding-alert) (level ?finding-level))
  (placement (alert ?finding-alert) (tier ?placement-tier))
  (test (eq (priority-row ?finding-level ?placement-tier) 15))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "table::priority/low-standard")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (priority (alert ?finding-alert) (value p4))))

(defrule table::priority/low-lab
  (finding (alert ?finding-alert) (level ?finding-level))
  (placement (alert ?finding-alert) (tier ?placement-tier))
  (test (eq (priority-row ?finding-level ?placement-tier) 16))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "table::priority/low-lab")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (priority (alert ?finding-alert) (value p4))))

(defrule adjust::close-known-false-positive
  (declare (salience 10))
  (alert (category ?alert-category&:(not (or (service-equals-ignore-case? "ransomware" ?alert-category) (service-equals-ignore-case? "credential-theft" ?alert-category) (service-equals-ignore-case? "exfiltration" ?alert-category)))) (title ?alert-title&~"") (asset ?alert-asset) (at ?alert-at) (id ?alert-id))
  (false_positive (asset ?alert-asset) (category ?alert-category) (title ?alert-title) (until ?known-until&:(> ?known-until ?alert-at)) (reviewer ?known-reviewer&~""))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "adjust::close-known-false-positive")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (closed (alert ?alert-id) (why (str-cat "reviewed by " ?known-reviewer)))))

(defrule adjust::close-unsure-noise
  (declare (salience 10))
  (alert (category ?alert-category&:(not (or (service-equals-ignore-case? "ransomware" ?alert-category) (service-equals-ignore-case? "credential-theft" ?alert-category) (service-equals-ignore-case? "exfiltration" ?alert-category)))) (confidence ?alert-confidence&:(< ?alert-confidence 0.2)) (count ?alert-count&:(< ?alert-count 10)) (id ?alert-id))
  (priority (alert ?alert-id) (value p4))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "adjust::close-unsure-noise")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (closed (alert ?alert-id) (why "the source is unsure and nothing is at stake"))))

(defrule adjust::lower-in-maintenance
  (alert (category ?alert-category&:(not (or (service-equals-ignore-case? "ransomware" ?alert-category) (service-equals-ignore-case? "credential-theft" ?alert-category) (service-equals-ignore-case? "exfiltration" ?alert-category)))) (asset ?alert-asset) (at ?alert-at) (id ?alert-id))
  (maintenance (asset ?alert-asset) (from ?maintenance-from&:(<= ?maintenance-from ?alert-at)) (until ?maintenance-until&:(> ?maintenance-until ?alert-at)) (ticket ?maintenance-ticket&:(service-matches "^CHG-[0-9]+$" ?maintenance-ticket)))
  ?priority <- (priority (alert ?alert-id) (value ?priority-value&~p4) (lowered no))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "adjust::lower-in-maintenance")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (modify ?priority (value (one-later ?priority-value)) (lowered yes)))

(defrule adjust::lower-outside-production
  (alert (asset ?alert-asset) (id ?alert-id))
  (asset (id ?alert-asset) (environment ?asset-environment&:(or (eq ?asset-environment staging) (eq ?asset-environment development))) (tier ~crown))
  ?priority <- (priority (alert ?alert-id) (value ?priority-value&:(or (eq ?priority-value p2) (eq ?priority-value p3))) (lowered no))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "adjust::lower-outside-production")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (modify ?priority (value (one-later ?priority-value)) (lowered yes)))

(defrule dispatch::page-on-call
  (declare (salience 10))
  (alert (id ?alert-id) (category ?alert-category) (asset ?alert-asset) (title ?alert-title))
  (priority (alert ?alert-id) (value p1))
  (not (closed (alert ?alert-id)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason (str-cat ?alert-category " on " ?alert-asset " (p1): " ?alert-title))
    (rule "dispatch::page-on-call")
    (log-level full)
    (notify "on-call")
    (attestation TRUE)
    (scope "")
    (metadata "queue" "on-call"))))

(defrule dispatch::close
  (alert (id ?alert-id))
  (closed (alert ?alert-id) (why ?closed-why))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat "Alert " ?alert-id " is closed: " ?closed-why))
    (rule "dispatch::close")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule dispatch::route-endpoint
  (alert (category ?alert-category&:(or (eq ?alert-category malware) (eq ?alert-category ransomware) (eq ?alert-category persistence))) (id ?alert-id) (asset ?alert-asset))
  (priority (alert ?alert-id) (value ?priority-value&:(or (eq ?priority-value p2) (eq ?priority-value p3) (eq ?priority-value p4))))
  (not (closed (alert ?alert-id)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action route)
    (reason (str-cat ?priority-value " for endpoint: " ?alert-category " on " ?alert-asset))
    (rule "dispatch::route-endpoint")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "queue" "endpoint"))))

(defrule dispatch::route-identity
  (alert (category ?alert-category&:(or (eq ?alert-category credential-theft) (eq ?alert-category brute-force) (eq ?alert-category impossible-travel))) (id ?alert-id) (asset ?alert-asset))
  (priority (alert ?alert-id) (value ?priority-value&:(or (eq ?priority-value p2) (eq ?priority-value p3) (eq ?priority-value p4))))
  (not (closed (alert ?alert-id)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action route)
    (reason (str-cat ?priority-value " for identity: " ?alert-category " on " ?alert-asset))
    (rule "dispatch::route-identity")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "queue" "identity"))))

(defrule dispatch::route-network
  (alert (category ?alert-category&:(or (eq ?alert-category exfiltration) (eq ?alert-category scan) (eq ?alert-category command-and-control))) (id ?alert-id) (asset ?alert-asset))
  (priority (alert ?alert-id) (value ?priority-value&:(or (eq ?priority-value p2) (eq ?priority-value p3) (eq ?priority-value p4))))
  (not (closed (alert ?alert-id)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action route)
    (reason (str-cat ?priority-value " for network: " ?alert-category " on " ?alert-asset))
    (rule "dispatch::route-network")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "queue" "network"))))

(defrule dispatch::route-patching
  (alert (category ?alert-category&vulnerability) (id ?alert-id) (asset ?alert-asset))
  (priority (alert ?alert-id) (value ?priority-value&:(or (eq ?priority-value p2) (eq ?priority-value p3) (eq ?priority-value p4))))
  (not (closed (alert ?alert-id)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action route)
    (reason (str-cat ?priority-value " for patching: " ?alert-category " on " ?alert-asset))
    (rule "dispatch::route-patching")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "queue" "patching"))))

(defrule dispatch::route-cloud
  (alert (category ?alert-category&:(or (eq ?alert-category misconfiguration) (eq ?alert-category exposed-storage))) (id ?alert-id) (asset ?alert-asset))
  (priority (alert ?alert-id) (value ?priority-value&:(or (eq ?priority-value p2) (eq ?priority-value p3) (eq ?priority-value p4))))
  (not (closed (alert ?alert-id)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action route)
    (reason (str-cat ?priority-value " for cloud-platform: " ?alert-category " on " ?alert-asset))
    (rule "dispatch::route-cloud")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "queue" "cloud-platform"))))

(defrule dispatch::route-other
  (alert (category ?alert-category&~malware&~ransomware&~persistence&~credential-theft&~brute-force&~impossible-travel&~exfiltration&~scan&~command-and-control&~vulnerability&~misconfiguration&~exposed-storage) (id ?alert-id) (asset ?alert-asset))
  (priority (alert ?alert-id) (value ?priority-value&:(or (eq ?priority-value p2) (eq ?priority-value p3) (eq ?priority-value p4))))
  (not (closed (alert ?alert-id)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action route)
    (reason (str-cat ?priority-value " for triage-desk: " ?alert-category " on " ?alert-asset))
    (rule "dispatch::route-other")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "queue" "triage-desk"))))

(defrule refusal::refuse-confidence-off-scale
  (alert (confidence ?alert-confidence) (id ?alert-id))
  (test (or (< ?alert-confidence 0.0) (> ?alert-confidence 1.0)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Alert " ?alert-id " has a confidence of " ?alert-confidence "; it must be between 0 and 1"))
    (rule "refusal::refuse-confidence-off-scale")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule refusal::refuse-ambiguous-alert
  (alert (asset ?one-asset) (category ?one-category) (source ?one-source) (severity ?one-severity) (score ?one-score) (at ?one-at) (title ?one-title) (count ?one-count) (confidence ?one-confidence) (id ?one-id))
  (alert (id ?one-id) (asset ?other-asset) (category ?other-category) (source ?other-source) (severity ?other-severity) (score ?other-score) (at ?other-at) (title ?other-title) (count ?other-count) (confidence ?other-confidence))
  (test (or (neq ?one-asset ?other-asset) (neq ?one-category ?other-category) (neq ?one-source ?other-source) (neq ?one-severity ?other-severity) (neq ?one-score ?other-score) (neq ?one-at ?other-at) (neq ?one-title ?other-title) (neq ?one-count ?other-count) (neq ?one-confidence ?other-confidence)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Two different alerts share the id " ?one-id))
    (rule "refusal::refuse-ambiguous-alert")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
