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

(deftemplate MAIN::charge "A payment in the currency of the agent's budget"
  (slot payment (type STRING) (default ""))
  (slot agent (type STRING) (default ""))
  (slot payee (type STRING) (default ""))
  (slot amount (type INTEGER) (default 0))
  (slot currency (type SYMBOL) (default nil)))

(deftemplate MAIN::agent_total
  (slot agent (type STRING) (default ""))
  (slot amount (type INTEGER) (default 0))
  (slot payments (type INTEGER) (default 0)))

(deftemplate MAIN::payee_total
  (slot agent (type STRING) (default ""))
  (slot payee (type STRING) (default ""))
  (slot amount (type INTEGER) (default 0)))

(deftemplate MAIN::signatures_needed
  (slot payment (type STRING) (default ""))
  (slot count (type INTEGER) (default 0))
  (slot why (type STRING) (default "")))

(deftemplate MAIN::signed "Valid signatures on a payment: 1, or 2 by different people"
  (slot payment (type STRING) (default ""))
  (slot count (type INTEGER) (default 0)))

(deftemplate MAIN::payment "A payment that an agent wants to make"
  (slot id (type STRING) (default ""))
  (slot agent (type STRING) (default ""))
  (slot payee (type STRING) (default ""))
  (slot amount (type INTEGER) (default 0))
  (slot currency (type SYMBOL) (default nil))
  (slot category (type SYMBOL) (allowed-symbols software cloud travel goods services other) (default other))
  (slot invoice (type STRING) (default ""))
  (slot at (type INTEGER) (default 0)))

(deftemplate MAIN::signature "A person signs for one payment, as it is: another payee or amount is another payment"
  (slot payment (type STRING) (default ""))
  (slot signer (type STRING) (default ""))
  (slot payee (type STRING) (default ""))
  (slot amount (type INTEGER) (default 0))
  (slot currency (type SYMBOL) (default nil)))

(deftemplate MAIN::budget "What an agent may spend in the running period, and what is spent"
  (slot agent (type STRING) (default ""))
  (slot currency (type SYMBOL) (default nil))
  (slot limit (type INTEGER) (default 0))
  (slot spent (type INTEGER) (default 0)))

(deftemplate MAIN::rate_limit "How many payments an agent may make in the running window, and how many it made"
  (slot agent (type STRING) (default ""))
  (slot payments (type INTEGER) (default 0))
  (slot made (type INTEGER) (default 0)))

(deftemplate MAIN::ceiling "The most that one payment of a category may come to"
  (slot category (type SYMBOL) (default nil))
  (slot currency (type SYMBOL) (default nil))
  (slot amount (type INTEGER) (default 0)))

(deftemplate MAIN::signing_limit "From which amounts on a payment needs one signature, and two"
  (slot currency (type SYMBOL) (default nil))
  (slot one (type INTEGER) (default 0))
  (slot two (type INTEGER) (default 0)))

(deftemplate MAIN::signer "A person who may sign"
  (slot id (type STRING) (default "")))

(deftemplate MAIN::exchange_rate "Minor units of `to` for minor units of `from`, as a fraction"
  (slot from (type SYMBOL) (default nil))
  (slot to (type SYMBOL) (default nil))
  (slot numerator (type INTEGER) (default 0))
  (slot denominator (type INTEGER) (default 0))
  (slot as_of (type INTEGER) (default 0)))

(deftemplate MAIN::payee
  (slot id (type STRING) (default ""))
  (slot status (type SYMBOL) (allowed-symbols verified new blocked) (default new))
  (slot risk (type FLOAT) (default 1.0)))

(deftemplate MAIN::paid_invoice
  (slot payee (type STRING) (default ""))
  (slot invoice (type STRING) (default "")))

(defmodule intake "Refuse conclusions that the caller sent" (import MAIN ?ALL))

(defmodule convert "Convert each payment to the currency of its budget" (import MAIN ?ALL))

(defmodule add "Add up the payments of the evaluation" (import MAIN ?ALL))

(defmodule signatures "Find which payments need a signature" (import MAIN ?ALL))

(defmodule verdict "Decide each payment" (import MAIN ?ALL))

(defmodule refusal "Refuse what no signature can open: budgets, rates, ceilings" (import MAIN ?ALL))

(deffunction MAIN::largest-amount ()
   9223372036854775807)

(deffunction MAIN::add-amounts (?a ?b)
   (if (> ?a (- (largest-amount) ?b)) then (largest-amount) else (+ ?a ?b)))

(deffunction MAIN::can-convert (?amount ?numerator ?denominator)
   (<= ?amount (div (- (largest-amount) ?denominator) ?numerator)))

(deffunction MAIN::convert-amount (?amount ?numerator ?denominator)
   (div (+ (* ?amount ?numerator) (- ?denominator 1)) ?denominator))

(deffunction MAIN::charged-to-agent (?agent)
   (bind ?sum 0)
   (do-for-all-facts ((?charge charge)) (eq ?charge:agent ?agent) (bind ?sum (add-amounts ?sum ?charge:amount)))
   ?sum)

(deffunction MAIN::charged-to-payee (?agent ?payee)
   (bind ?sum 0)
   (do-for-all-facts ((?charge charge)) (and (eq ?charge:agent ?agent) (eq ?charge:payee ?payee)) (bind ?sum (add-amounts ?sum ?charge:amount)))
   ?sum)

(deffunction MAIN::payments-of (?agent)
   (length$ (find-all-facts ((?payment payment)) (eq ?payment:agent ?agent))))

(defrule intake::deny-conclusion-from-outside
  (or (exists (charge))
      (exists (agent_total))
      (exists (payee_total))
      (exists (signatures_needed))
      (exists (signed)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason "The facts contain a conclusion that only the rules may draw")
    (rule "intake::deny-conclusion-from-outside")
    (log-level full)
    (notify "security")
    (attestation FALSE)
    (scope "")
    (metadata "code" "forged-conclusion"))))

(defrule convert::charge-in-same-currency
  (payment (amount ?payment-amount&:(> ?payment-amount 0)) (agent ?payment-agent) (currency ?payment-currency) (id ?payment-id) (payee ?payment-payee))
  (budget (agent ?payment-agent) (currency ?payment-currency))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "convert::charge-in-same-currency")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (charge (payment ?payment-id) (agent ?payment-agent) (payee ?payment-payee) (amount ?payment-amount) (currency ?payment-currency))))

(defrule convert::charge-in-other-currency
  (payment (amount ?payment-amount&:(> ?payment-amount 0)) (at ?payment-at) (agent ?payment-agent) (currency ?payment-currency) (id ?payment-id) (payee ?payment-payee))
  (budget (agent ?payment-agent) (currency ?budget-currency&~?payment-currency))
  (exchange_rate (from ?payment-currency) (to ?budget-currency) (numerator ?exchange_rate-numerator&:(> ?exchange_rate-numerator 0)) (denominator ?exchange_rate-denominator&:(> ?exchange_rate-denominator 0)) (as_of ?exchange_rate-as_of&:(>= ?exchange_rate-as_of 0)&:(<= ?exchange_rate-as_of ?payment-at)))
  (test (< (- ?payment-at ?exchange_rate-as_of) 86400))
  (test (can-convert ?payment-amount ?exchange_rate-numerator ?exchange_rate-denominator))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "convert::charge-in-other-currency")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (charge (payment ?payment-id) (agent ?payment-agent) (payee ?payment-payee) (amount (convert-amount ?payment-amount ?exchange_rate-numerator ?exchange_rate-denominator)) (currency ?budget-currency))))

(defrule add::add-up-agent
  (charge (agent ?charge-agent))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "add::add-up-agent")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (agent_total (agent ?charge-agent) (amount (charged-to-agent ?charge-agent)) (payments (payments-of ?charge-agent)))))

(defrule add::add-up-payee
  (charge (agent ?charge-agent) (payee ?charge-payee))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "add::add-up-payee")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (payee_total (agent ?charge-agent) (payee ?charge-payee) (amount (charged-to-payee ?charge-agent ?charge-payee)))))

(defrule signatures::need-one-signature
  (charge (agent ?charge-agent) (payee ?charge-payee) (currency ?charge-currency) (payment ?charge-payment))
  (payee_total (agent ?charge-agent) (payee ?charge-payee) (amount ?total-amount))
  (signing_limit (currency ?charge-currency) (one ?signing_limit-one&:(<= ?signing_limit-one ?total-amount)) (two ?signing_limit-two&:(> ?signing_limit-two ?total-amount)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "signatures::need-one-signature")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (signatures_needed (payment ?charge-payment) (count 1) (why (str-cat ?total-amount " goes to this payee")))))

(defrule signatures::need-two-signatures
  (charge (agent ?charge-agent) (payee ?charge-payee) (currency ?charge-currency) (payment ?charge-payment))
  (payee_total (agent ?charge-agent) (payee ?charge-payee) (amount ?payee_total-amount))
  (signing_limit (currency ?charge-currency) (two ?signing_limit-two&:(<= ?signing_limit-two ?payee_total-amount)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "signatures::need-two-signatures")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (signatures_needed (payment ?charge-payment) (count 2) (why (str-cat ?payee_total-amount " goes to this payee")))))

(defrule signatures::need-signature-for-new-payee
  (charge (payee ?charge-payee) (payment ?charge-payment))
  (payee (id ?charge-payee) (status ~verified&~blocked))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "signatures::need-signature-for-new-payee")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (signatures_needed (payment ?charge-payment) (count 1) (why "the payee is new"))))

(defrule signatures::need-signature-for-risk
  (charge (payee ?charge-payee) (payment ?charge-payment))
  (payee (id ?charge-payee) (risk ?payee-risk))
  (test (or (< ?payee-risk 0.0) (>= ?payee-risk 0.7)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "signatures::need-signature-for-risk")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (signatures_needed (payment ?charge-payment) (count 1) (why (str-cat "the risk of the payee is " ?payee-risk)))))

(defrule signatures::count-signature
  (payment (id ?payment-id) (payee ?payment-payee) (amount ?payment-amount) (currency ?payment-currency) (agent ?payment-agent))
  (signature (payment ?payment-id) (payee ?payment-payee) (amount ?payment-amount) (currency ?payment-currency) (signer ?signature-signer&:(not (service-equals-ignore-case? ?payment-agent ?signature-signer))&:(not (service-equals-ignore-case? ?payment-payee ?signature-signer))))
  (signer (id ?signature-signer))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "signatures::count-signature")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (signed (payment ?payment-id) (count 1))))

(defrule signatures::count-second-signature
  (payment (id ?payment-id) (payee ?payment-payee) (amount ?payment-amount) (currency ?payment-currency) (agent ?payment-agent))
  (signature (payment ?payment-id) (payee ?payment-payee) (amount ?payment-amount) (currency ?payment-currency) (signer ?first-signer&:(not (service-equals-ignore-case? ?payment-agent ?first-signer))&:(not (service-equals-ignore-case? ?payment-payee ?first-signer))))
  (signer (id ?first-signer))
  (signature (payment ?payment-id) (payee ?payment-payee) (amount ?payment-amount) (currency ?payment-currency) (signer ?second-signer&:(not (service-equals-ignore-case? ?payment-agent ?second-signer))&:(not (service-equals-ignore-case? ?payment-payee ?second-signer))&:(not (service-equals-ignore-case? ?first-signer ?second-signer))))
  (signer (id ?second-signer))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "signatures::count-second-signature")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (signed (payment ?payment-id) (count 2))))

(defrule verdict::allow-within-limits
  (payment (id ?payment-id) (agent ?payment-agent) (amount ?payment-amount) (currency ?payment-currency) (payee ?payment-payee))
  (charge (payment ?payment-id))
  (not (and (signatures_needed (payment ?payment-id) (count ?needed-count))
            (not (signed (payment ?payment-id) (count ?signed-count&:(>= ?signed-count ?needed-count))))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?payment-agent " may pay " ?payment-amount " " ?payment-currency " to " ?payment-payee))
    (rule "verdict::allow-within-limits")
    (log-level full)
    (notify "")
    (attestation TRUE)
    (scope "")
    (metadata "code" "within-limits"))))

(defrule verdict::escalate-for-signature
  (payment (id ?payment-id))
  (signatures_needed (payment ?payment-id) (count ?needed-count) (why ?needed-why))
  (not (signed (payment ?payment-id) (count ?signed-count&:(>= ?signed-count ?needed-count))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason (str-cat "Payment " ?payment-id " needs " ?needed-count " signature(s): " ?needed-why))
    (rule "verdict::escalate-for-signature")
    (log-level full)
    (notify "signers")
    (attestation FALSE)
    (scope "")
    (metadata "code" "signature-required"))))

(defrule refusal::deny-without-charge "No rate that fits, or an amount too large to convert"
  (declare (salience 20))
  (payment (id ?payment-id))
  (not (charge (payment ?payment-id)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Payment " ?payment-id " cannot be converted to the currency of a budget"))
    (rule "refusal::deny-without-charge")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "not-convertible"))))

(defrule refusal::deny-over-budget
  (agent_total (amount ?total-amount) (agent ?total-agent))
  (budget (agent ?total-agent) (spent ?budget-spent&:(>= ?budget-spent 0)) (limit ?budget-limit) (currency ?budget-currency))
  (test (or (< ?budget-limit ?budget-spent) (> ?total-amount (- ?budget-limit ?budget-spent))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?total-agent " would spend " ?total-amount " " ?budget-currency " and has spent " ?budget-spent " of a budget of " ?budget-limit))
    (rule "refusal::deny-over-budget")
    (log-level full)
    (notify "finance")
    (attestation FALSE)
    (scope "")
    (metadata "code" "over-budget"))))

(defrule refusal::deny-over-rate
  (agent_total (payments ?total-payments) (agent ?total-agent))
  (rate_limit (agent ?total-agent) (made ?rate_limit-made&:(>= ?rate_limit-made 0)) (payments ?rate_limit-payments))
  (test (or (< ?rate_limit-payments ?rate_limit-made) (> ?total-payments (- ?rate_limit-payments ?rate_limit-made))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?total-agent " would make " ?total-payments " payments and has made " ?rate_limit-made " of " ?rate_limit-payments))
    (rule "refusal::deny-over-rate")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "over-rate"))))

(defrule refusal::deny-over-ceiling
  (payment (id ?payment-id) (category ?payment-category))
  (charge (payment ?payment-id) (currency ?charge-currency) (amount ?charge-amount))
  (ceiling (category ?payment-category) (currency ?charge-currency) (amount ?ceiling-amount&:(< ?ceiling-amount ?charge-amount)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?charge-amount " " ?charge-currency " exceeds the ceiling of " ?ceiling-amount " for " ?payment-category))
    (rule "refusal::deny-over-ceiling")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "over-ceiling"))))

(defrule refusal::deny-without-ceiling
  (declare (salience 10))
  (payment (id ?payment-id) (category ?payment-category))
  (charge (payment ?payment-id) (currency ?charge-currency))
  (not (ceiling (category ?payment-category) (currency ?charge-currency)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "No ceiling is set for " ?payment-category " in " ?charge-currency))
    (rule "refusal::deny-without-ceiling")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "no-ceiling"))))

(defrule refusal::deny-without-signing-limit
  (declare (salience 10))
  (charge (currency ?charge-currency))
  (not (signing_limit (currency ?charge-currency)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "No signing limit is set for " ?charge-currency))
    (rule "refusal::deny-without-signing-limit")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "no-signing-limit"))))

(defrule refusal::deny-ambiguous-payment
  (declare (salience -10))
  (payment (agent ?one-agent) (payee ?one-payee) (amount ?one-amount) (currency ?one-currency) (category ?one-category) (invoice ?one-invoice) (at ?one-at) (id ?one-id))
  (payment (id ?one-id) (agent ?payment-agent) (payee ?payment-payee) (amount ?payment-amount) (currency ?payment-currency) (category ?payment-category) (invoice ?payment-invoice) (at ?payment-at))
  (test (or (neq ?one-agent ?payment-agent) (neq ?one-payee ?payment-payee) (neq ?one-amount ?payment-amount) (neq ?one-currency ?payment-currency) (neq ?one-category ?payment-category) (neq ?one-invoice ?payment-invoice) (neq ?one-at ?payment-at)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Two different payments share the id " ?one-id))
    (rule "refusal::deny-ambiguous-payment")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "ambiguous-payment"))))

(defrule refusal::deny-amount-not-positive
  (declare (salience -5))
  (payment (amount ?payment-amount&:(<= ?payment-amount 0)) (id ?payment-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Payment " ?payment-id " has an amount of " ?payment-amount "; it must be positive"))
    (rule "refusal::deny-amount-not-positive")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "amount"))))

(defrule refusal::deny-without-budget
  (payment (agent ?payment-agent))
  (not (budget (agent ?payment-agent) (spent ?budget-spent&:(>= ?budget-spent 0))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Agent " ?payment-agent " has no valid budget"))
    (rule "refusal::deny-without-budget")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "no-budget"))))

(defrule refusal::deny-ambiguous-budget
  (declare (salience -10))
  (budget (limit ?one-limit) (spent ?one-spent) (currency ?one-currency) (agent ?one-agent))
  (budget (agent ?one-agent) (limit ?other-limit) (spent ?other-spent) (currency ?other-currency))
  (test (or (neq ?one-limit ?other-limit) (neq ?one-spent ?other-spent) (neq ?one-currency ?other-currency)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Agent " ?one-agent " has two different budgets"))
    (rule "refusal::deny-ambiguous-budget")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "ambiguous-budget"))))

(defrule refusal::deny-without-rate-limit
  (payment (agent ?payment-agent))
  (not (rate_limit (agent ?payment-agent) (made ?rate_limit-made&:(>= ?rate_limit-made 0))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Agent " ?payment-agent " has no valid limit for the number of payments"))
    (rule "refusal::deny-without-rate-limit")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "no-rate-limit"))))

(defrule refusal::deny-unknown-payee
  (declare (salience -5))
  (payment (payee ?payment-payee))
  (not (payee (id ?payment-payee)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Payee " ?payment-payee " is unknown"))
    (rule "refusal::deny-unknown-payee")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "unknown-payee"))))

(defrule refusal::deny-blocked-payee
  (declare (salience -5))
  (payment (payee ?payment-payee))
  (payee (id ?payment-payee) (status blocked))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Payee " ?payment-payee " is blocked"))
    (rule "refusal::deny-blocked-payee")
    (log-level full)
    (notify "security")
    (attestation FALSE)
    (scope "")
    (metadata "code" "blocked-payee"))))

(defrule refusal::deny-unreadable-invoice
  (declare (salience -5))
  (payment (invoice ?payment-invoice&:(not (service-matches "^[!-~]*$" ?payment-invoice))) (id ?payment-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Payment " ?payment-id " has an invoice number with spaces or other characters than printable ASCII"))
    (rule "refusal::deny-unreadable-invoice")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "invoice-number"))))

(defrule refusal::deny-invoice-paid-before
  (declare (salience -5))
  (payment (invoice ?payment-invoice&~"") (payee ?payment-payee))
  (paid_invoice (payee ?payment-payee) (invoice ?paid_invoice-invoice&:(service-equals-ignore-case? ?payment-invoice ?paid_invoice-invoice)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Invoice " ?payment-invoice " of " ?payment-payee " has already been paid"))
    (rule "refusal::deny-invoice-paid-before")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "double-payment"))))

(defrule refusal::deny-invoice-twice
  (declare (salience -5))
  (payment (invoice ?payment-invoice&~"") (payee ?payment-payee) (id ?payment-id))
  (payment (payee ?payment-payee) (invoice ?payment-invoice-2&:(service-equals-ignore-case? ?payment-invoice ?payment-invoice-2)) (id ~?payment-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Invoice " ?payment-invoice " of " ?payment-payee " would be paid twice"))
    (rule "refusal::deny-invoice-twice")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "double-payment"))))

(defrule refusal::deny-invalid-rate
  (declare (salience -10))
  (or (exchange_rate (from ?from) (to ?to) (numerator ?exchange_rate-numerator&:(<= ?exchange_rate-numerator 0)))
      (exchange_rate (from ?from) (to ?to) (denominator ?exchange_rate-denominator&:(<= ?exchange_rate-denominator 0))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "The rate from " ?from " to " ?to " is not positive"))
    (rule "refusal::deny-invalid-rate")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "exchange-rate"))))

(defrule refusal::deny-ambiguous-rate
  (declare (salience -10))
  (exchange_rate (numerator ?one-numerator) (denominator ?one-denominator) (as_of ?one-as_of) (from ?one-from) (to ?one-to))
  (exchange_rate (from ?one-from) (to ?one-to) (numerator ?other-numerator) (denominator ?other-denominator) (as_of ?other-as_of))
  (test (or (neq ?one-numerator ?other-numerator) (neq ?one-denominator ?other-denominator) (neq ?one-as_of ?other-as_of)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Two different rates from " ?one-from " to " ?one-to " were given"))
    (rule "refusal::deny-ambiguous-rate")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "exchange-rate"))))
