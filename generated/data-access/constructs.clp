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

(deftemplate MAIN::permission "Something speaks for a request"
  (slot request (type STRING) (default ""))
  (slot extent (type SYMBOL) (allowed-symbols whole masked) (default whole))
  (slot why (type STRING) (default "")))

(deftemplate MAIN::awaited_signature "A request that only lacks the signature of the owner"
  (slot request (type STRING) (default ""))
  (slot owner (type STRING) (default "")))

(deftemplate MAIN::record "A record that a request is about"
  (slot id (type STRING) (default ""))
  (slot classification (type SYMBOL) (allowed-symbols public internal confidential restricted) (default restricted))
  (slot compartments (type STRING) (default ""))
  (slot project (type STRING) (default ""))
  (slot owner (type STRING) (default ""))
  (slot personal_data (type SYMBOL) (allowed-symbols yes no) (default yes))
  (slot region (type SYMBOL) (default unknown)))

(deftemplate MAIN::legal_hold "A record that must stay as it is"
  (slot record (type STRING) (default ""))
  (slot matter (type STRING) (default "")))

(deftemplate MAIN::transfer_basis "Personal data may go from one region to another"
  (slot from (type SYMBOL) (default nil))
  (slot to (type SYMBOL) (default nil))
  (slot basis (type STRING) (default "")))

(deftemplate MAIN::access_request
  (slot id (type STRING) (default ""))
  (slot person (type STRING) (default ""))
  (slot record (type STRING) (default ""))
  (slot mode (type SYMBOL) (allowed-symbols read write delete share) (default read))
  (slot purpose (type SYMBOL) (allowed-symbols none support billing audit research legal) (default none))
  (slot region (type SYMBOL) (default nil))
  (slot hour (type INTEGER) (default 0)))

(deftemplate MAIN::second_signature "Another person agrees to a request"
  (slot request (type STRING) (default ""))
  (slot person (type STRING) (default "")))

(deftemplate MAIN::emergency "A person declares an emergency for one request; it is reviewed afterwards"
  (slot request (type STRING) (default ""))
  (slot ticket (type STRING) (default "")))

(deftemplate MAIN::person "A person as the directory lists them"
  (slot id (type STRING) (default ""))
  (slot clearance (type SYMBOL) (allowed-symbols public internal confidential restricted) (default public))
  (slot compartments (type STRING) (default ""))
  (slot department (type SYMBOL) (default none))
  (slot employment (type SYMBOL) (allowed-symbols active leave ended) (default active))
  (slot shift_from (type INTEGER) (default 0))
  (slot shift_until (type INTEGER) (default 24)))

(deftemplate MAIN::membership "A person works on a project"
  (slot person (type STRING) (default ""))
  (slot project (type STRING) (default ""))
  (slot role (type SYMBOL) (allowed-symbols reader editor steward) (default reader)))

(defmodule screening "Conclusions that were brought along instead of drawn here" (import MAIN ?ALL))

(defmodule permission "Collect permissions and missing signatures" (import MAIN ?ALL))

(defmodule verdict "Decide each request" (import MAIN ?ALL))

(defmodule refusal "Refuse what no permission can open" (import MAIN ?ALL))

(deffunction MAIN::sensitivity-rank (?level)
   (switch ?level (case public then 0) (case internal then 1) (case confidential then 2) (case restricted then 3) (case "public" then 0) (case "internal" then 1) (case "confidential" then 2) (case "restricted" then 3) (default -1)))

(deffunction MAIN::compartment-name (?name)
   (bind ?text (str-cat ?name))
   (while (eq (sub-string 1 1 ?text) " ") do (bind ?text (sub-string 2 (str-length ?text) ?text)))
   (while (eq (sub-string (str-length ?text) (str-length ?text) ?text) " ") do (bind ?text (sub-string 1 (- (str-length ?text) 1) ?text)))
   ?text)

(deffunction MAIN::compartment-names (?list)
   (bind ?rest (str-cat ?list "|"))
   (bind ?names (create$))
   (bind ?bar (str-index "|" ?rest))
   (while (neq ?bar FALSE) do (bind ?one (compartment-name (sub-string 1 (- ?bar 1) ?rest))) (if (neq ?one "") then (bind ?names (create$ ?names ?one))) (bind ?rest (sub-string (+ ?bar 1) (str-length ?rest) ?rest)) (bind ?bar (str-index "|" ?rest)))
   ?names)

(deffunction MAIN::compartments-cover (?have ?need)
   (subsetp (compartment-names ?need) (compartment-names ?have)))

(deffunction MAIN::compartment-held (?have ?name)
   (neq (member$ (compartment-name ?name) (compartment-names ?have)) FALSE))

(deffunction MAIN::level (?a ?b)
   (>= (sensitivity-rank ?a) (sensitivity-rank ?b) 0))

(deffunction MAIN::level-below (?a ?b)
   (< -1 (sensitivity-rank ?a) (sensitivity-rank ?b)))

(deffunction MAIN::level-meets-or-exceeds (?a ?b)
   (>= (sensitivity-rank ?a) (sensitivity-rank ?b) 0))

(deffunction MAIN::level-within-scope (?a ?b)
   (<= 0 (sensitivity-rank ?a) (sensitivity-rank ?b)))

(deffunction MAIN::in-hours (?hour ?from ?until)
   (if (or (< ?from 0) (> ?from 23) (< ?until 0) (> ?until 24) (= ?from ?until)) then FALSE else (if (< ?from ?until) then (and (>= ?hour ?from) (< ?hour ?until)) else (or (>= ?hour ?from) (< ?hour ?until)))))

(defrule screening::deny-conclusion-from-outside
  (or (permission (request ?request))
      (awaited_signature (request ?request)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "The caller sent a conclusion about request " ?request))
    (rule "screening::deny-conclusion-from-outside")
    (log-level full)
    (notify "security")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule permission::permit-public-reading
  (access_request (mode read) (record ?req-record) (id ?req-id))
  (record (id ?req-record) (classification public) (personal_data no))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "permission::permit-public-reading")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (permission (request ?req-id) (extent whole) (why "the record is public"))))

(defrule permission::permit-project-reading
  (access_request (mode read) (record ?req-record) (person ?req-person) (id ?req-id))
  (record (id ?req-record) (project ?rec-project&~"") (classification ?rec-classification) (compartments ?rec-compartments))
  (person (id ?req-person) (compartments ?person-compartments) (clearance ?person-clearance&:(>= (sensitivity-rank ?person-clearance) (sensitivity-rank ?rec-classification) 0)&:(compartments-cover ?person-compartments ?rec-compartments)))
  (membership (person ?req-person) (project ?rec-project))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "permission::permit-project-reading")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (permission (request ?req-id) (extent whole) (why (str-cat "member of project " ?rec-project)))))

(defrule permission::permit-support-masked
  (access_request (mode read) (purpose ?req-purpose&:(or (eq ?req-purpose support) (eq ?req-purpose billing))) (hour ?req-hour&:(>= ?req-hour 0)&:(<= ?req-hour 23)) (record ?req-record) (person ?req-person) (id ?req-id))
  (record (id ?req-record) (classification ?rec-classification&:(<= 0 (sensitivity-rank ?rec-classification) 2)) (compartments ?rec-compartments))
  (person (id ?req-person) (department ?person-department&:(or (eq ?person-department support) (eq ?person-department finance))) (compartments ?person-compartments) (clearance ?person-clearance&:(>= (sensitivity-rank ?person-clearance) (sensitivity-rank ?rec-classification) 0)&:(compartments-cover ?person-compartments ?rec-compartments)) (shift_from ?person-shift_from) (shift_until ?person-shift_until))
  (test (in-hours ?req-hour ?person-shift_from ?person-shift_until))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "permission::permit-support-masked")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (permission (request ?req-id) (extent masked) (why "support within the shift"))))

(defrule permission::permit-audit
  (access_request (mode read) (purpose audit) (record ?req-record) (person ?req-person) (id ?req-id))
  (record (id ?req-record) (classification ?rec-classification))
  (person (id ?req-person) (department audit) (compartments ?person-compartments&:(compartment-held ?person-compartments "AUDIT")) (clearance ?person-clearance&:(>= (sensitivity-rank ?person-clearance) (sensitivity-rank ?rec-classification) 0)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "permission::permit-audit")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (permission (request ?req-id) (extent whole) (why "audit"))))

(defrule permission::permit-project-writing
  (access_request (mode write) (record ?req-record) (person ?req-person) (id ?req-id))
  (record (id ?req-record) (project ?rec-project&~""))
  (membership (person ?req-person) (project ?rec-project) (role ?membership-role&:(or (eq ?membership-role editor) (eq ?membership-role steward))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "permission::permit-project-writing")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (permission (request ?req-id) (extent whole) (why "editor of the project"))))

(defrule permission::permit-signed-deletion-or-sharing
  (access_request (mode ?req-mode&:(or (eq ?req-mode delete) (eq ?req-mode share))) (record ?req-record) (person ?req-person) (id ?req-id))
  (record (id ?req-record) (owner ?rec-owner&~?req-person) (project ?rec-project&~""))
  (membership (person ?req-person) (project ?rec-project) (role steward))
  (second_signature (request ?req-id) (person ?rec-owner))
  (person (id ?rec-owner) (employment active))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "permission::permit-signed-deletion-or-sharing")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (permission (request ?req-id) (extent whole) (why "signed by the owner"))))

(defrule permission::await-signature-of-owner
  (access_request (mode ?req-mode&:(or (eq ?req-mode delete) (eq ?req-mode share))) (record ?req-record) (person ?req-person) (id ?req-id))
  (record (id ?req-record) (owner ?rec-owner&~?req-person) (project ?rec-project&~""))
  (membership (person ?req-person) (project ?rec-project) (role steward))
  (not (second_signature (request ?req-id) (person ?rec-owner)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "permission::await-signature-of-owner")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (awaited_signature (request ?req-id) (owner ?rec-owner))))

(defrule permission::permit-emergency-reading
  (access_request (mode read) (id ?req-id) (record ?req-record) (person ?req-person))
  (emergency (request ?req-id) (ticket ?emergency-ticket&:(service-matches "^INC-[0-9]{4,}$" ?emergency-ticket)))
  (record (id ?req-record) (classification ?record-classification&:(<= 0 (sensitivity-rank ?record-classification) 2)))
  (person (id ?req-person) (clearance ?person-clearance&:(>= (sensitivity-rank ?person-clearance) 1 0)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "permission::permit-emergency-reading")
    (log-level full)
    (notify "security,privacy")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (permission (request ?req-id) (extent whole) (why (str-cat "emergency " ?emergency-ticket)))))

(defrule verdict::allow-permitted
  (access_request (id ?req-id) (person ?req-person) (mode ?req-mode) (record ?req-record))
  (permission (request ?req-id) (extent whole) (why ?granted-why))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?req-person " may " ?req-mode " " ?req-record ": " ?granted-why))
    (rule "verdict::allow-permitted")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule verdict::scope-masked
  (access_request (id ?req-id) (person ?req-person) (record ?req-record))
  (permission (request ?req-id) (extent masked) (why ?granted-why))
  (not (permission (request ?req-id) (extent whole)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action scope)
    (reason (str-cat ?req-person " may see " ?req-record " masked: " ?granted-why))
    (rule "verdict::scope-masked")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "without-personal-fields")
    (metadata "mask" "personal"))))

(defrule verdict::escalate-to-owner
  (access_request (id ?req-id) (person ?req-person) (mode ?req-mode) (record ?req-record))
  (awaited_signature (request ?req-id) (owner ?awaited-owner))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason (str-cat ?awaited-owner " must sign before " ?req-person " may " ?req-mode " " ?req-record))
    (rule "verdict::escalate-to-owner")
    (log-level full)
    (notify "owner")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule verdict::deny-what-nothing-permits
  (access_request (id ?req-id) (person ?req-person) (mode ?req-mode) (record ?req-record))
  (not (permission (request ?req-id)))
  (not (awaited_signature (request ?req-id)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "No rule permits " ?req-person " to " ?req-mode " " ?req-record))
    (rule "verdict::deny-what-nothing-permits")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule refusal::deny-personal-data-without-purpose
  (declare (salience 20))
  (access_request (purpose none) (record ?req-record))
  (record (id ?req-record) (personal_data yes))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Record " ?req-record " contains personal data and the request gives no purpose"))
    (rule "refusal::deny-personal-data-without-purpose")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "control" "purpose-limitation"))))

(defrule refusal::deny-transfer-without-basis
  (declare (salience 20))
  (access_request (region ?req-region) (record ?req-record))
  (record (id ?req-record) (personal_data yes) (region ?rec-region))
  (not (transfer_basis (from ?rec-region) (to ?req-region)))
  (test (or (neq ?rec-region ?req-region) (eq (lowcase ?rec-region) unknown) (= (str-length ?rec-region) 0)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "No basis to transfer personal data from " ?rec-region " to " ?req-region))
    (rule "refusal::deny-transfer-without-basis")
    (log-level full)
    (notify "privacy")
    (attestation FALSE)
    (scope "")
    (metadata "control" "transfer"))))

(defrule refusal::deny-write-down
  (declare (salience 20))
  (access_request (mode write) (person ?req-person) (record ?req-record))
  (person (id ?req-person) (clearance ?who-clearance&:(>= (sensitivity-rank ?who-clearance) 2 0)))
  (record (id ?req-record) (classification ?rec-classification&:(< -1 (sensitivity-rank ?rec-classification) (sensitivity-rank ?who-clearance))&:(<= 0 (sensitivity-rank ?rec-classification) 1)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?who-clearance " clearance may not write into records that are " ?rec-classification))
    (rule "refusal::deny-write-down")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "control" "AC-4" "property" "star-property"))))

(defrule refusal::deny-change-in-emergency
  (declare (salience 10))
  (access_request (mode ~read) (id ?req-id))
  (emergency (request ?req-id) (ticket ?emergency-ticket))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Emergency " ?emergency-ticket " opens records for reading only"))
    (rule "refusal::deny-change-in-emergency")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule refusal::deny-insufficient-clearance
  (declare (salience 10))
  (access_request (record ?req-record) (person ?req-person) (id ?req-id))
  (record (id ?req-record) (classification ?rec-classification))
  (person (id ?req-person) (clearance ?who-clearance&:(< -1 (sensitivity-rank ?who-clearance) (sensitivity-rank ?rec-classification))))
  (not (emergency (request ?req-id) (ticket ?emergency-ticket&:(service-matches "^INC-[0-9]{4,}$" ?emergency-ticket))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?who-clearance " clearance does not open records that are " ?rec-classification))
    (rule "refusal::deny-insufficient-clearance")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "control" "AC-3" "property" "simple-security"))))

(defrule refusal::deny-outside-compartments
  (declare (salience 10))
  (access_request (record ?req-record) (person ?req-person))
  (record (id ?req-record) (compartments ?rec-compartments))
  (person (id ?req-person))
  (not (person (id ?req-person) (compartments ?person-compartments&:(compartments-cover ?person-compartments ?rec-compartments))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?req-person " lacks a compartment of record " ?req-record))
    (rule "refusal::deny-outside-compartments")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "control" "AC-3" "property" "need-to-know"))))

(defrule refusal::deny-emergency-beyond-reach
  (access_request (id ?req-id) (record ?req-record) (person ?req-person))
  (emergency (request ?req-id) (ticket ?emergency-ticket))
  (record (id ?req-record) (classification ?rec-classification))
  (person (id ?req-person) (clearance ?who-clearance&:(< -1 (sensitivity-rank ?who-clearance) (sensitivity-rank ?rec-classification))))
  (test (or (eq ?rec-classification restricted) (level-below ?who-clearance internal)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Emergency " ?emergency-ticket " does not open records that are " ?rec-classification " to " ?who-clearance " clearance"))
    (rule "refusal::deny-emergency-beyond-reach")
    (log-level full)
    (notify "security")
    (attestation FALSE)
    (scope "")
    (metadata "control" "AC-3"))))

(defrule refusal::deny-change-under-legal-hold
  (access_request (mode ?req-mode&:(or (eq ?req-mode write) (eq ?req-mode delete))) (record ?req-record))
  (legal_hold (record ?req-record) (matter ?hold-matter))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Record " ?req-record " is under legal hold for " ?hold-matter))
    (rule "refusal::deny-change-under-legal-hold")
    (log-level full)
    (notify "legal")
    (attestation FALSE)
    (scope "")
    (metadata "control" "legal-hold"))))

(defrule refusal::deny-ended-employment
  (access_request (person ?req-person))
  (person (id ?req-person) (employment ?who-employment&~active))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Person " ?req-person " is not active: " ?who-employment))
    (rule "refusal::deny-ended-employment")
    (log-level full)
    (notify "identity")
    (attestation FALSE)
    (scope "")
    (metadata "control" "AC-2"))))

(defrule refusal::deny-unknown-person
  (access_request (person ?req-person))
  (not (person (id ?req-person)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Person " ?req-person " is unknown"))
    (rule "refusal::deny-unknown-person")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule refusal::deny-unknown-record
  (access_request (record ?req-record))
  (not (record (id ?req-record)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Record " ?req-record " is unknown"))
    (rule "refusal::deny-unknown-record")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule refusal::deny-contradicting-person
  (declare (salience -10))
  (person (clearance ?one-clearance) (compartments ?one-compartments) (department ?one-department) (employment ?one-employment) (shift_from ?one-shift_from) (shift_until ?one-shift_until) (id ?one-id))
  (person (id ?one-id) (clearance ?other-clearance) (compartments ?other-compartments) (department ?other-department) (employment ?other-employment) (shift_from ?other-shift_from) (shift_until ?other-shift_until))
  (test (or (neq ?one-clearance ?other-clearance) (neq ?one-compartments ?other-compartments) (neq ?one-department ?other-department) (neq ?one-employment ?other-employment) (neq ?one-shift_from ?other-shift_from) (neq ?one-shift_until ?other-shift_until)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Person " ?one-id " has contradictory entries"))
    (rule "refusal::deny-contradicting-person")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule refusal::deny-contradicting-record
  (declare (salience -10))
  (record (classification ?one-classification) (compartments ?one-compartments) (personal_data ?one-personal_data) (owner ?one-owner) (project ?one-project) (region ?one-region) (id ?one-id))
  (record (id ?one-id) (classification ?other-classification) (compartments ?other-compartments) (personal_data ?other-personal_data) (owner ?other-owner) (project ?other-project) (region ?other-region))
  (test (or (neq ?one-classification ?other-classification) (neq ?one-compartments ?other-compartments) (neq ?one-personal_data ?other-personal_data) (neq ?one-owner ?other-owner) (neq ?one-project ?other-project) (neq ?one-region ?other-region)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Record " ?one-id " has contradictory entries"))
    (rule "refusal::deny-contradicting-record")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))

(defrule refusal::deny-ambiguous-request
  (declare (salience -10))
  (access_request (person ?one-person) (record ?one-record) (mode ?one-mode) (purpose ?one-purpose) (region ?one-region) (hour ?one-hour) (id ?one-id))
  (access_request (id ?one-id) (person ?other-person) (record ?other-record) (mode ?other-mode) (purpose ?other-purpose) (region ?other-region) (hour ?other-hour))
  (test (or (neq ?one-person ?other-person) (neq ?one-record ?other-record) (neq ?one-mode ?other-mode) (neq ?one-purpose ?other-purpose) (neq ?one-region ?other-region) (neq ?one-hour ?other-hour)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Two different requests share the id " ?one-id))
    (rule "refusal::deny-ambiguous-request")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata))))
