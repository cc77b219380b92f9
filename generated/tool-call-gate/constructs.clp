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

(deftemplate MAIN::tool_call "One call that an agent wants to make"
  (slot id (type STRING) (default ""))
  (slot agent (type STRING) (default ""))
  (slot session (type STRING) (default ""))
  (slot tool (type SYMBOL) (default nil))
  (slot args_digest (type STRING) (default ""))
  (slot at (type INTEGER) (default 0))
  (slot approval (type STRING) (default "")))

(deftemplate MAIN::argument "One argument of a call as text"
  (slot call (type STRING) (default ""))
  (slot name (type STRING) (default ""))
  (slot kind (type SYMBOL) (allowed-symbols text path command host url) (default text))
  (slot value (type STRING) (default "")))

(deftemplate MAIN::given_argument "One text, number or truth value in an argument of a call document; `parameter` declares the kind of the argument"
  (slot call (type STRING) (default ""))
  (slot name (type STRING) (default ""))
  (slot at (type STRING) (default ""))
  (slot value (type STRING) (default "")))

(deftemplate MAIN::argument_name "Name of an argument of a call document"
  (slot call (type STRING) (default ""))
  (slot name (type STRING) (default "")))

(deftemplate MAIN::argument_place "Place of one value in all arguments of a call document: `path`, `files[0]`; empty or `[0]` if they have no names"
  (slot call (type STRING) (default ""))
  (slot at (type STRING) (default "")))

(deftemplate MAIN::taint "What a session has seen"
  (slot session (type STRING) (default ""))
  (slot kind (type SYMBOL) (allowed-symbols untrusted secret) (default untrusted)))

(deftemplate MAIN::approved "An approval covers this call"
  (slot call (type STRING) (default ""))
  (slot approver (type STRING) (default "")))

(deftemplate MAIN::grant "A call may go ahead"
  (slot call (type STRING) (default ""))
  (slot why (type STRING) (default "")))

(deftemplate MAIN::hold "A call waits for a person"
  (slot call (type STRING) (default ""))
  (slot why (type STRING) (default "")))

(deftemplate MAIN::agent "An agent that is known"
  (slot id (type STRING) (default ""))
  (slot status (type SYMBOL) (allowed-symbols active suspended) (default active)))

(deftemplate MAIN::tool "A registered tool with the worst effect and the farthest reach it can have: a shell with network access executes and is external"
  (slot name (type SYMBOL) (default nil))
  (slot effect (type SYMBOL) (allowed-symbols read write send execute) (default read))
  (slot reach (type SYMBOL) (allowed-symbols local internal external) (default local)))

(deftemplate MAIN::parameter "The kind of a tool's argument; every argument of a call document needs one"
  (slot tool (type SYMBOL) (default nil))
  (slot name (type STRING) (default ""))
  (slot kind (type SYMBOL) (allowed-symbols text path command host url) (default text)))

(deftemplate MAIN::tool_grant "An agent may use a tool"
  (slot agent (type STRING) (default ""))
  (slot tool (type SYMBOL) (default nil)))

(deftemplate MAIN::observation "Something that came into the context of a session"
  (slot session (type STRING) (default ""))
  (slot source (type SYMBOL) (allowed-symbols operator user tool web email document agent) (default operator))
  (slot sensitivity (type SYMBOL) (allowed-symbols public internal personal secret) (default internal)))

(deftemplate MAIN::session_link "What one session saw reaches another: a sub-agent's task, or its answer"
  (slot from (type STRING) (default ""))
  (slot to (type STRING) (default "")))

(deftemplate MAIN::workspace "The folder a session's tools may use; it ends with a slash"
  (slot session (type STRING) (default ""))
  (slot root (type STRING) (default "")))

(deftemplate MAIN::allowed_host "Host that data may be sent to, in lower case"
  (slot host (type STRING) (default "")))

(deftemplate MAIN::approver "A person who may approve calls"
  (slot id (type STRING) (default "")))

(deftemplate MAIN::approval "A person's approval of exactly one call; no caller can write one"
  (slot id (type STRING) (default ""))
  (slot approver (type STRING) (default ""))
  (slot agent (type STRING) (default ""))
  (slot session (type STRING) (default ""))
  (slot tool (type SYMBOL) (default nil))
  (slot args_digest (type STRING) (default ""))
  (slot expires_at (type INTEGER) (default 0)))

(deftemplate MAIN::approval_use "An approval that was used up; the gateway asserts it before the call runs"
  (slot approval (type STRING) (default "")))

(defmodule intake "Refuse conclusions that the caller sent, classify arguments" (import MAIN ?ALL))

(defmodule provenance "Find what the session has seen: untrusted content, secrets" (import MAIN ?ALL))

(defmodule approval "Match approvals to calls" (import MAIN ?ALL))

(defmodule judgement "Find which calls may run and which need a person" (import MAIN ?ALL))

(defmodule verdict "Decide each call, including those without a grant" (import MAIN ?ALL))

(defmodule refusal "Refuse what neither a grant nor an approval can open" (import MAIN ?ALL))

(defrule intake::refuse-conclusion-from-outside "Refuse conclusions that the caller sent"
  (or (exists (approved))
      (exists (grant))
      (exists (hold)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason "The facts contain a conclusion that only the gate may draw")
    (rule "intake::refuse-conclusion-from-outside")
    (log-level full)
    (notify "security")
    (attestation FALSE)
    (scope "")
    (metadata "code" "forged-conclusion"))))

(defrule intake::classify-argument
  (given_argument (call ?given-call) (name ?given-name) (value ?given-value))
  (tool_call (id ?given-call) (tool ?call-tool))
  (parameter (tool ?call-tool) (name ?given-name) (kind ?parameter-kind))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "intake::classify-argument")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (argument (call ?given-call) (name ?given-name) (kind ?parameter-kind) (value ?given-value))))

(defrule intake::classify-key
  (given_argument (at ?given-at&:(service-matches "[A-Za-z\"]" ?given-at)) (call ?given-call) (name ?given-name))
  (tool_call (id ?given-call) (tool ?call-tool))
  (parameter (tool ?call-tool) (name ?given-name) (kind text))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "intake::classify-key")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (argument (call ?given-call) (name ?given-name) (kind text) (value ?given-at))))

(defrule provenance::taint-by-untrusted-source
  (observation (source ~operator&~user) (session ?seen-session))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "provenance::taint-by-untrusted-source")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (taint (session ?seen-session) (kind untrusted))))

(defrule provenance::taint-by-secret
  (observation (sensitivity ?seen-sensitivity&:(or (eq ?seen-sensitivity personal) (eq ?seen-sensitivity secret))) (session ?seen-session))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "provenance::taint-by-secret")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (taint (session ?seen-session) (kind secret))))

(defrule provenance::taint-along-link
  (taint (session ?taint-session) (kind ?taint-kind))
  (session_link (from ?taint-session) (to ?link-to))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "provenance::taint-along-link")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (taint (session ?link-to) (kind ?taint-kind))))

(defrule approval::accept-approval
  (tool_call (approval ?call-approval&~"") (agent ?call-agent) (session ?call-session) (tool ?call-tool) (args_digest ?call-args_digest) (at ?call-at) (id ?call-id))
  (approval (id ?call-approval) (agent ?call-agent) (session ?call-session) (tool ?call-tool) (args_digest ?call-args_digest) (expires_at ?approval-expires_at&:(> ?approval-expires_at ?call-at)) (approver ?approval-approver&~?call-agent))
  (approver (id ?approval-approver))
  (not (approval_use (approval ?call-approval)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "approval::accept-approval")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (approved (call ?call-id) (approver ?approval-approver))))

(defrule judgement::grant-read
  (tool_call (tool ?call-tool) (id ?call-id))
  (tool (name ?call-tool) (effect read))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "judgement::grant-read")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (grant (call ?call-id) (why "it only reads"))))

(defrule judgement::hold-external-read-after-secret
  (tool_call (tool ?call-tool) (session ?call-session) (id ?call-id))
  (tool (name ?call-tool) (effect read) (reach external))
  (taint (session ?call-session) (kind secret))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "judgement::hold-external-read-after-secret")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (hold (call ?call-id) (why "it reads from outside in a session that has seen secrets"))))

(defrule judgement::grant-write-near
  (tool_call (tool ?call-tool) (session ?call-session) (id ?call-id))
  (tool (name ?call-tool) (effect write) (reach ?tool-reach&:(or (eq ?tool-reach local) (eq ?tool-reach internal))))
  (not (taint (session ?call-session) (kind untrusted)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "judgement::grant-write-near")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (grant (call ?call-id) (why "it writes locally and the session has seen nothing untrusted"))))

(defrule judgement::hold-write-after-untrusted
  (tool_call (tool ?call-tool) (session ?call-session) (id ?call-id))
  (tool (name ?call-tool) (effect write))
  (taint (session ?call-session) (kind untrusted))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "judgement::hold-write-after-untrusted")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (hold (call ?call-id) (why "it writes after untrusted content"))))

(defrule judgement::hold-write-outside
  (tool_call (tool ?call-tool) (id ?call-id))
  (tool (name ?call-tool) (effect write) (reach external))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "judgement::hold-write-outside")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (hold (call ?call-id) (why "it writes outside"))))

(defrule judgement::grant-send-to-allowed-hosts
  (tool_call (tool ?call-tool) (id ?call-id) (session ?call-session))
  (tool (name ?call-tool) (effect send))
  (exists (argument (call ?call-id) (kind ?argument-kind&:(or (eq ?argument-kind host) (eq ?argument-kind url)))))
  (not (and (argument (call ?call-id) (kind host) (value ?host-value))
            (not (allowed_host (host ?host-value)))))
  (not (and (argument (call ?call-id) (kind url) (value ?url-value))
            (not (and (allowed_host (host ?allowed_host-host&~""))
                      (test (or (= (str-length (str-cat "https://" ?allowed_host-host "/")) 0) (eq (str-index (str-cat "https://" ?allowed_host-host "/") ?url-value) 1)))))))
  (not (taint (session ?call-session)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "judgement::grant-send-to-allowed-hosts")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (grant (call ?call-id) (why "it sends to allowed hosts only"))))

(defrule judgement::hold-send-to-other-host
  (tool_call (tool ?call-tool) (id ?call-id))
  (tool (name ?call-tool) (effect send))
  (argument (call ?call-id) (kind host) (value ?host-value))
  (not (allowed_host (host ?host-value)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "judgement::hold-send-to-other-host")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (hold (call ?call-id) (why (str-cat "it sends to " ?host-value)))))

(defrule judgement::hold-send-to-other-url
  (tool_call (tool ?call-tool) (id ?call-id))
  (tool (name ?call-tool) (effect send))
  (argument (call ?call-id) (kind url) (value ?url-value))
  (not (and (allowed_host (host ?allowed_host-host&~""))
            (test (or (= (str-length (str-cat "https://" ?allowed_host-host "/")) 0) (eq (str-index (str-cat "https://" ?allowed_host-host "/") ?url-value) 1)))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "judgement::hold-send-to-other-url")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (hold (call ?call-id) (why (str-cat "it sends to " ?url-value)))))

(defrule judgement::hold-send-in-tainted-session
  (tool_call (tool ?call-tool) (id ?call-id) (session ?call-session))
  (tool (name ?call-tool) (effect send))
  (exists (argument (call ?call-id) (kind ?argument-kind&:(or (eq ?argument-kind host) (eq ?argument-kind url)))))
  (taint (session ?call-session) (kind ?taint-kind))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "judgement::hold-send-in-tainted-session")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (hold (call ?call-id) (why (str-cat "it sends from a session that has seen " ?taint-kind " content")))))

(defrule judgement::hold-execution
  (tool_call (tool ?call-tool) (id ?call-id))
  (tool (name ?call-tool) (effect execute))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action none)
    (reason "")
    (rule "judgement::hold-execution")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata)))
  (assert (hold (call ?call-id) (why "it runs a program"))))

(defrule verdict::allow-granted
  (tool_call (id ?call-id) (tool ?call-tool))
  (grant (call ?call-id) (why ?grant-why))
  (not (hold (call ?call-id)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?call-tool " may run: " ?grant-why))
    (rule "verdict::allow-granted")
    (log-level summary)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "granted"))))

(defrule verdict::allow-approved
  (tool_call (id ?call-id) (tool ?call-tool))
  (exists (hold (call ?call-id)))
  (approved (call ?call-id) (approver ?approved-approver))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action allow)
    (reason (str-cat ?call-tool " was approved by " ?approved-approver))
    (rule "verdict::allow-approved")
    (log-level full)
    (notify "")
    (attestation TRUE)
    (scope "")
    (metadata "code" "approved"))))

(defrule verdict::escalate-held
  (tool_call (id ?call-id) (tool ?call-tool))
  (hold (call ?call-id) (why ?hold-why))
  (not (approved (call ?call-id)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action escalate)
    (reason (str-cat ?call-tool " needs approval: " ?hold-why))
    (rule "verdict::escalate-held")
    (log-level full)
    (notify "approvers")
    (attestation FALSE)
    (scope "")
    (metadata "code" "approval-required"))))

(defrule verdict::refuse-what-nothing-granted
  (tool_call (id ?call-id) (tool ?call-tool))
  (not (grant (call ?call-id)))
  (not (hold (call ?call-id)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "No rule grants " ?call-tool))
    (rule "verdict::refuse-what-nothing-granted")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "not-granted"))))

(defrule refusal::refuse-unknown-agent
  (tool_call (agent ?call-agent))
  (not (agent (id ?call-agent)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Agent " ?call-agent " is unknown"))
    (rule "refusal::refuse-unknown-agent")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "unknown-agent"))))

(defrule refusal::refuse-suspended-agent
  (tool_call (agent ?call-agent))
  (agent (id ?call-agent) (status suspended))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Agent " ?call-agent " is suspended"))
    (rule "refusal::refuse-suspended-agent")
    (log-level full)
    (notify "security")
    (attestation FALSE)
    (scope "")
    (metadata "code" "suspended-agent"))))

(defrule refusal::refuse-unregistered-tool
  (tool_call (tool ?call-tool))
  (not (tool (name ?call-tool)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Tool " ?call-tool " is not registered"))
    (rule "refusal::refuse-unregistered-tool")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "unregistered-tool"))))

(defrule refusal::refuse-tool-not-granted
  (tool_call (agent ?call-agent) (tool ?call-tool))
  (not (tool_grant (agent ?call-agent) (tool ?call-tool)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Agent " ?call-agent " has no grant for tool " ?call-tool))
    (rule "refusal::refuse-tool-not-granted")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "tool-not-granted"))))

(defrule refusal::refuse-path-traversal
  (tool_call (id ?call-id))
  (argument (call ?call-id) (kind path) (value ?argument-value&:(service-matches "(?i)(^|/)[.\\s]+(/|$)|//|%|\\\\|(^|/)~|(?-i:\\$[A-Z_({])|`|(^|/)[^/]*\\.\\.;|\\.\\.;|[\\x00-\\x1f\\x7f]|[\\x{ad}\\x{2024}-\\x{2026}\\x{200b}-\\x{200f}\\x{2028}-\\x{202e}\\x{2044}\\x{2060}-\\x{2069}\\x{2215}\\x{29f8}\\x{fe19}\\x{fe30}\\x{feff}\\x{ff00}-\\x{ff5e}]" ?argument-value)) (name ?argument-name))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Path in argument " ?argument-name " is not in resolved form"))
    (rule "refusal::refuse-path-traversal")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "path-traversal"))))

(defrule refusal::refuse-path-outside-workspace
  (tool_call (id ?call-id) (session ?call-session))
  (argument (call ?call-id) (kind path) (value ?argument-value))
  (not (and (workspace (session ?call-session) (root ?workspace-root&:(eq (sub-string (- (str-length ?workspace-root) 0) (str-length ?workspace-root) ?workspace-root) "/")))
            (test (service-path-within? ?workspace-root ?argument-value))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Path " ?argument-value " is outside the workspace of session " ?call-session))
    (rule "refusal::refuse-path-outside-workspace")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "path-outside-workspace"))))

(defrule refusal::refuse-credential-file
  (tool_call (id ?call-id))
  (argument (call ?call-id) (kind ?argument-kind&:(or (eq ?argument-kind path) (eq ?argument-kind command))) (value ?argument-value&:(service-matches "(?i)(^|[/\\s\"'=:@(])([^/\\s]*\\.(env|pem|key|p12|pfx|jks|keystore|kdbx)|\\.envrc|\\.(ssh|aws|azure|gnupg|kube|docker|netrc|npmrc|yarnrc|pypirc|pgpass|htpasswd|git-credentials|vault-token|terraform\\.d)|_netrc|\\.my\\.cnf|\\.git/config|gcloud|id_(rsa|dsa|ecdsa|ed25519)|(credentials|secrets?)\\.(ya?ml|json|toml|ini|db)|proc/[^/\\s]+/environ)($|[^a-z0-9])" ?argument-value)) (name ?argument-name))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Argument " ?argument-name " names a credential file"))
    (rule "refusal::refuse-credential-file")
    (log-level full)
    (notify "security")
    (attestation FALSE)
    (scope "")
    (metadata "code" "credential-file"))))

(defrule refusal::refuse-inside-address-from-outside
  (tool_call (tool ?call-tool) (id ?call-id))
  (tool (name ?call-tool) (reach external))
  (argument (call ?call-id) (kind host) (value ?argument-value&:(service-matches "(?i)[^a-z0-9.-]|^[^.]*\\.?$|^\\.|\\.\\.|(^|\\.)-|-(\\.|$)|(^|\\.)[^a-z.][^.]*\\.?$|(^|\\.)(internal|local|localhost|localdomain|lan|corp|home|home\\.arpa|intranet|private|svc|consul|test|invalid|onion|localtest\\.me|lvh\\.me|vcap\\.me|nip\\.io|sslip\\.io|xip\\.io)\\.?$|\\d+[.-]\\d+[.-]\\d+[.-]\\d+" ?argument-value)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?call-tool " may not reach " ?argument-value))
    (rule "refusal::refuse-inside-address-from-outside")
    (log-level full)
    (notify "security")
    (attestation FALSE)
    (scope "")
    (metadata "code" "inside-address"))))

(defrule refusal::refuse-url-that-hides-its-host
  (tool_call (tool ?call-tool) (id ?call-id))
  (tool (name ?call-tool) (reach external))
  (argument (call ?call-id) (kind url) (value ?argument-value&:(not (service-matches "^(?i:https?://([a-z0-9]([a-z0-9-]*[a-z0-9])?\\.)+[a-z]([a-z0-9-]*[a-z0-9])?\\.?)(:[0-9]{1,5})?([/?#][!-\\[\\]-~]*)?$" ?argument-value))) (name ?argument-name))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Argument " ?argument-name " of " ?call-tool " is not a plain http or https URL"))
    (rule "refusal::refuse-url-that-hides-its-host")
    (log-level full)
    (notify "security")
    (attestation FALSE)
    (scope "")
    (metadata "code" "unreadable-url"))))

(defrule refusal::refuse-inside-url-from-outside
  (tool_call (tool ?call-tool) (id ?call-id))
  (tool (name ?call-tool) (reach external))
  (argument (call ?call-id) (kind url) (value ?argument-value&:(service-matches "(?i)^https?://([^/?#:]*\\.)?(internal|local|localhost|localdomain|lan|corp|home|home\\.arpa|intranet|private|svc|consul|test|invalid|onion|localtest\\.me|lvh\\.me|vcap\\.me|nip\\.io|sslip\\.io|xip\\.io)\\.?([:/?#]|$)|^https?://[^/?#:]*\\d+[.-]\\d+[.-]\\d+[.-]\\d+" ?argument-value)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat ?call-tool " may not reach " ?argument-value))
    (rule "refusal::refuse-inside-url-from-outside")
    (log-level full)
    (notify "security")
    (attestation FALSE)
    (scope "")
    (metadata "code" "inside-address"))))

(defrule refusal::refuse-address-declared-as-text
  (tool_call (tool ?call-tool) (id ?call-id))
  (tool (name ?call-tool) (reach external))
  (argument (call ?call-id) (kind text) (value ?argument-value&:(service-matches "^\\s*(?i:([a-z][a-z0-9+.-]*:)?[/\\\\]{2}\\S+|(https?|wss?|ftps?|file|gopher|dict|ldaps?|data|jar):\\S+|(localhost|metadata\\.google\\.internal|\\[[0-9a-f:.]+\\]|\\d+\\.\\d+\\.\\d+\\.\\d+)\\.?(:\\d+)?([/?#]\\S*)?)\\s*$" ?argument-value)) (name ?argument-name))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Argument " ?argument-name " of " ?call-tool " is an address but is declared as text"))
    (rule "refusal::refuse-address-declared-as-text")
    (log-level full)
    (notify "security")
    (attestation FALSE)
    (scope "")
    (metadata "code" "undeclared-address"))))

(defrule refusal::refuse-destructive-command
  (tool_call (id ?call-id) (tool ?call-tool))
  (argument (call ?call-id) (kind command) (value ?argument-value&:(service-matches "\\brm\\b(\\s+\\S+)*\\s+(-\\w*[rRf]|--(recursive|force)\\b)|\\bfind\\b.*\\s-delete\\b|\\b(mkfs|wipefs|shred)\\b|\\bdd\\s.*\\bof=\\s*/dev/|\\b(curl|wget)\\b.*[|(]\\s*(sudo\\s+)?(\\S*/)?((ba|z|da|k)?sh|python\\d?|perl|ruby|node)\\b|\\b((ba|z|da|k)?sh|eval|source)\\b.*\\$?[<(`].*\\b(curl|wget)\\b|>\\s*/dev/(sd|hd|vd|xvd|nvme|mmcblk|disk)|\\bchmod\\s.*\\b777\\s+/" ?argument-value)) (name ?argument-name))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Argument " ?argument-name " of " ?call-tool " is a destructive command"))
    (rule "refusal::refuse-destructive-command")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "destructive-command"))))

(defrule refusal::refuse-approval-presented-twice
  (declare (salience -10))
  (tool_call (approval ?call-approval&~"") (id ?call-id))
  (tool_call (approval ?call-approval) (id ~?call-id))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Approval " ?call-approval " is presented for more than one call"))
    (rule "refusal::refuse-approval-presented-twice")
    (log-level full)
    (notify "security")
    (attestation FALSE)
    (scope "")
    (metadata "code" "approval-reused"))))

(defrule refusal::refuse-approval-of-another-call
  (declare (salience -10))
  (tool_call (approval ?call-approval&~"") (id ?call-id) (tool ?call-tool))
  (not (approved (call ?call-id)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Approval " ?call-approval " does not cover this call of " ?call-tool))
    (rule "refusal::refuse-approval-of-another-call")
    (log-level full)
    (notify "security")
    (attestation FALSE)
    (scope "")
    (metadata "code" "approval-mismatch"))))

(defrule refusal::refuse-ambiguous-call
  (declare (salience -20))
  (tool_call (tool ?one-tool) (agent ?one-agent) (session ?one-session) (args_digest ?one-args_digest) (at ?one-at) (approval ?one-approval) (id ?one-id))
  (tool_call (id ?one-id) (tool ?other-tool) (agent ?other-agent) (session ?other-session) (args_digest ?other-args_digest) (at ?other-at) (approval ?other-approval))
  (test (or (neq ?one-tool ?other-tool) (neq ?one-agent ?other-agent) (neq ?one-session ?other-session) (neq ?one-args_digest ?other-args_digest) (neq ?one-at ?other-at) (neq ?one-approval ?other-approval)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Two different calls share the id " ?one-id))
    (rule "refusal::refuse-ambiguous-call")
    (log-level full)
    (notify "security")
    (attestation FALSE)
    (scope "")
    (metadata "code" "ambiguous-call"))))

(defrule refusal::refuse-ambiguous-tool
  (declare (salience -20))
  (tool (effect ?one-effect) (reach ?one-reach) (name ?one-name))
  (tool (name ?one-name) (effect ?other-effect) (reach ?other-reach))
  (test (or (neq ?one-effect ?other-effect) (neq ?one-reach ?other-reach)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Tool " ?one-name " has two different registrations"))
    (rule "refusal::refuse-ambiguous-tool")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "ambiguous-tool"))))

(defrule refusal::refuse-credential-in-arguments
  (declare (salience -30))
  (tool_call (tool ?call-tool) (id ?call-id))
  (tool (name ?call-tool) (reach ~local))
  (argument (call ?call-id) (value ?argument-value&:(service-matches "\\bAKIA[0-9A-Z]{16}\\b|\\bgh[pousr]_[A-Za-z0-9]{36}|\\bxox[abprs]-[0-9A-Za-z-]{10,}|-----BEGIN [A-Z ]*PRIVATE KEY-----|\\beyJ[\\w-]{10,}\\.eyJ[\\w-]{10,}\\." ?argument-value)) (name ?argument-name))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Argument " ?argument-name " of " ?call-tool " contains a credential"))
    (rule "refusal::refuse-credential-in-arguments")
    (log-level full)
    (notify "security")
    (attestation TRUE)
    (scope "")
    (metadata "code" "credential-egress"))))

(defrule refusal::refuse-exfiltration
  (declare (salience -40))
  (tool_call (tool ?call-tool) (session ?call-session))
  (tool (name ?call-tool) (reach external))
  (taint (session ?call-session) (kind untrusted))
  (taint (session ?call-session) (kind secret))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Session " ?call-session " has read untrusted content and secrets; " ?call-tool " reaches outside"))
    (rule "refusal::refuse-exfiltration")
    (log-level full)
    (notify "security")
    (attestation TRUE)
    (scope "")
    (metadata "code" "exfiltration" "control" "ASI-01"))))

(defrule refusal::refuse-unknown-parameter
  (given_argument (call ?given-call) (name ?given-name))
  (tool_call (id ?given-call) (tool ?call-tool))
  (not (parameter (tool ?call-tool) (name ?given-name)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Argument " ?given-name " of " ?call-tool " is not declared"))
    (rule "refusal::refuse-unknown-parameter")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "unknown-parameter"))))

(defrule refusal::refuse-unnamed-arguments
  (tool_call (id ?call-id) (tool ?call-tool))
  (argument_place (call ?call-id) (at ?argument_place-at&:(service-matches "^(\\[[0-9]|$)" ?argument_place-at)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "The arguments of " ?call-tool " are not an object"))
    (rule "refusal::refuse-unnamed-arguments")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "unnamed-arguments"))))

(defrule refusal::refuse-empty-argument
  (argument_name (call ?named-call) (name ?named-name))
  (tool_call (id ?named-call) (tool ?call-tool))
  (not (given_argument (call ?named-call) (name ?named-name)))
  (not (parameter (tool ?call-tool) (name ?named-name) (kind text)))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Argument " ?named-name " of " ?call-tool " holds nothing"))
    (rule "refusal::refuse-empty-argument")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "unreadable-argument"))))

(defrule refusal::refuse-object-as-argument
  (given_argument (at ?given-at&:(not (service-matches "^(\\[[0-9]+\\])?$" ?given-at))) (call ?given-call) (name ?given-name))
  (tool_call (id ?given-call) (tool ?call-tool))
  (parameter (tool ?call-tool) (name ?given-name) (kind ?parameter-kind&:(or (eq ?parameter-kind path) (eq ?parameter-kind host) (eq ?parameter-kind url))))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Argument " ?given-name " of " ?call-tool " is not a " ?parameter-kind " or a list of them"))
    (rule "refusal::refuse-object-as-argument")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "unreadable-argument"))))

(defrule refusal::refuse-command-in-parts
  (given_argument (at ~"") (call ?given-call) (name ?given-name))
  (tool_call (id ?given-call) (tool ?call-tool))
  (parameter (tool ?call-tool) (name ?given-name) (kind command))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "Argument " ?given-name " of " ?call-tool " is not a command in one text"))
    (rule "refusal::refuse-command-in-parts")
    (log-level full)
    (notify "")
    (attestation FALSE)
    (scope "")
    (metadata "code" "unreadable-argument"))))

(defrule refusal::refuse-address-as-key
  (given_argument (at ?given-at&:(service-matches "(?i)(^|\\.|\\[\")\\s*(([a-z][a-z0-9+.-]*:)?[/\\\\]{2}|(https?|wss?|ftps?|file|gopher|dict|ldaps?|data|jar):|(localhost|metadata\\.google\\.internal|\\[[0-9a-f:.]+\\]|\\d+\\.\\d+\\.\\d+\\.\\d+)\\.?([:/?#\".\\[]|$))" ?given-at)) (call ?given-call) (name ?given-name))
  (tool_call (id ?given-call) (tool ?call-tool))
  (tool (name ?call-tool) (reach external))
  =>
  (assert (__service_decision
    (sequence (bind ?*__service_sequence* (+ ?*__service_sequence* 1)))
    (action deny)
    (reason (str-cat "A key in argument " ?given-name " of " ?call-tool " is an address"))
    (rule "refusal::refuse-address-as-key")
    (log-level full)
    (notify "security")
    (attestation FALSE)
    (scope "")
    (metadata "code" "undeclared-address"))))
