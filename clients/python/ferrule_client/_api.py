"""Written by `npm run generate` from the interface description of the service. Do not edit."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

from ._transport import UNSET, CallOptions, Operation, Transport

# Codes of refusals before anything was begun.
NOT_BEGUN = frozenset(["overloaded","shutting_down"])

# Codes of a 503 that the same request would get again.
LASTING = frozenset(["audit_unavailable","engine_not_mounted","evaluation_limit","evaluation_timeout","fleet_not_served","ruleset_root_not_configured"])


class AccessDecisionContextObligationsItem(TypedDict):
    id: str
    type: str
    properties: Dict[str, Any]


class AccessDecisionContextAccessRequest(TypedDict):
    expires_at: str


class AccessDecisionContextError(TypedDict):
    status: int
    message: str


class AccessDecisionContext(TypedDict, total=False):
    # Decision of the rules, such as `escalate`.
    action: str
    reason: str
    # A caller that cannot comply must not go on.
    obligations: List[AccessDecisionContextObligationsItem]
    # A person decides: request access at the access request endpoint.
    access_request: AccessDecisionContextAccessRequest
    error: AccessDecisionContextError


class _AccessDecisionRequired(TypedDict):
    # True for `allow` and for nothing else.
    decision: bool


class AccessDecision(_AccessDecisionRequired, total=False):
    context: AccessDecisionContext


class _AccessEvaluationRequestSubjectRequired(TypedDict):
    type: str
    id: str


class AccessEvaluationRequestSubject(_AccessEvaluationRequestSubjectRequired, total=False):
    properties: Dict[str, Any]


class _AccessEvaluationRequestActionRequired(TypedDict):
    name: str


class AccessEvaluationRequestAction(_AccessEvaluationRequestActionRequired, total=False):
    properties: Dict[str, Any]


class _AccessEvaluationRequestResourceRequired(TypedDict):
    type: str
    id: str


class AccessEvaluationRequestResource(_AccessEvaluationRequestResourceRequired, total=False):
    properties: Dict[str, Any]


class _AccessEvaluationRequestRequired(TypedDict):
    subject: AccessEvaluationRequestSubject
    action: AccessEvaluationRequestAction
    resource: AccessEvaluationRequestResource


class AccessEvaluationRequest(_AccessEvaluationRequestRequired, total=False):
    context: Dict[str, Any]


class AccessEvaluationsRequestOptions(TypedDict, total=False):
    evaluations_semantic: Literal["execute_all", "deny_on_first_deny", "permit_on_first_permit"]


class AccessEvaluationsRequest(TypedDict, total=False):
    subject: Any
    action: Any
    resource: Any
    context: Any
    # If empty, the top level is the only evaluation, and the response is its decision.
    evaluations: List[Dict[str, Any]]
    options: AccessEvaluationsRequestOptions


class _AccessRequestSubjectRequired(TypedDict):
    type: str
    id: str


class AccessRequestSubject(_AccessRequestSubjectRequired, total=False):
    properties: Dict[str, Any]


class _AccessRequestActionRequired(TypedDict):
    name: str


class AccessRequestAction(_AccessRequestActionRequired, total=False):
    properties: Dict[str, Any]


class _AccessRequestResourceRequired(TypedDict):
    type: str
    id: str


class AccessRequestResource(_AccessRequestResourceRequired, total=False):
    properties: Dict[str, Any]


class AccessRequestDenial(TypedDict):
    # Id of the escalated decision.
    evaluation_id: str
    # Expiry time from the decision.
    expires_at: str


class _AccessRequestRequired(TypedDict):
    subject: AccessRequestSubject
    action: AccessRequestAction
    resource: AccessRequestResource
    denial: AccessRequestDenial


class AccessRequest(_AccessRequestRequired, total=False):
    context: Dict[str, Any]


class AccessTaskTask(TypedDict):
    id: str
    status: Literal["pending", "approved", "denied", "expired"]
    status_endpoint: str
    expires_at: str


class _AccessTaskRequired(TypedDict):
    task: AccessTaskTask


class AccessTask(_AccessTaskRequired, total=False):
    # When approved: evaluate again with `approval` in the context.
    result: Dict[str, Any]


class _ActionSearchRequestSubjectRequired(TypedDict):
    type: str
    id: str


class ActionSearchRequestSubject(_ActionSearchRequestSubjectRequired, total=False):
    properties: Dict[str, Any]


class _ActionSearchRequestResourceRequired(TypedDict):
    type: str
    id: str


class ActionSearchRequestResource(_ActionSearchRequestResourceRequired, total=False):
    properties: Dict[str, Any]


class ActionSearchRequestPage(TypedDict, total=False):
    token: str
    # How many results at most; 0: any number.
    limit: int


class _ActionSearchRequestRequired(TypedDict):
    subject: ActionSearchRequestSubject
    resource: ActionSearchRequestResource


class ActionSearchRequest(_ActionSearchRequestRequired, total=False):
    context: Dict[str, Any]
    page: ActionSearchRequestPage


class _AnswerApprovalRequestRequired(TypedDict):
    decision: Literal["approved", "rejected"]


class AnswerApprovalRequest(_AnswerApprovalRequestRequired, total=False):
    # Is kept in the decision log, masked where the ruleset has sensitive slots.
    reason: str


class _ApprovalRequired(TypedDict):
    id: str
    state: Literal["pending", "approved", "rejected", "expired"]
    # Name of the token that made the request.
    requester: str
    # `[masked]` where it may be sensitive.
    agent: str
    session: Union[str, None]
    # `[masked]` where it may be sensitive.
    tool: str
    server: Union[str, None]
    # `sha256:` and hex over the arguments as RFC 8785 writes them; null if masked.
    args_digest: Union[str, None]
    # Digest of `request`, which the approval is bound to; null if masked.
    request_digest: Union[str, None]
    # The ruleset that decided.
    ruleset: str
    ruleset_hash: str
    call_id: str
    reason: str
    created_at: str
    expires_at: str
    answered_at: Union[str, None]
    answered_by: Union[str, None]
    # The call that used it up.
    used_by: Union[str, None]
    args: Any
    # The whole request as the rules see it, without the id and the time of the call; null if masked.
    request: Union[Dict[str, Any], None]


class Approval(_ApprovalRequired, total=False):
    # Budgets that the request exceeded: they do not escalate again.
    budgets: List[str]
    # The ruleset has sensitive slots.
    masked: Literal[True]


class _ApprovalsResponseRequired(TypedDict):
    approvals: List[ListedApproval]


class ApprovalsResponse(_ApprovalsResponseRequired, total=False):
    # Cursor of the next page, if it exists.
    next_cursor: str


class AssertFactRequest(TypedDict):
    session_id: str
    template: str
    data: Dict[str, Any]


class AssertFactResponse(TypedDict, total=False):
    success: bool


class _AuthzenConfigurationRequired(TypedDict):
    policy_decision_point: str
    access_evaluation_endpoint: str
    access_evaluations_endpoint: str
    search_subject_endpoint: str
    search_resource_endpoint: str
    search_action_endpoint: str
    access_request_endpoint: str
    capabilities: List[str]


class AuthzenConfiguration(_AuthzenConfigurationRequired, total=False):
    # Standard obligation types; rules can also define their own.
    supported_obligations: List[str]


class BatchDataRequest(TypedDict):
    inputs: Dict[str, Any]


class BatchDataResponseResponsesValue(TypedDict, total=False):
    http_status_code: str
    result: Union[bool, DecisionDocument]
    code: str
    message: str


class BatchDataResponse(TypedDict):
    responses: Dict[str, BatchDataResponseResponsesValue]


class BudgetsResponseBudgetsItem(TypedDict):
    ruleset: str
    budget: str
    session_id: Union[str, None]
    key: Dict[str, Union[str, float, bool, None]]
    window: str
    used: int
    reserved: int
    # Null if it depends on a fact.
    limit: Union[int, None]
    window_start: Union[str, None]
    window_end: Union[str, None]


class BudgetsResponse(TypedDict):
    budgets: List[BudgetsResponseBudgetsItem]
    next: Union[str, None]


class _CallRequestToolRequired(TypedDict):
    name: str


class CallRequestTool(_CallRequestToolRequired, total=False):
    server: str
    annotations: Dict[str, Any]


class CallRequestCall(TypedDict):
    # The same id again gets the same verdict from an approval.
    id: str
    # The arguments as they will be executed.
    args: Any


class _CallRequestRequired(TypedDict):
    # Path of a ruleset under the root.
    ruleset: str
    # Name of the calling agent, set by the host and never from an argument.
    agent: str
    tool: CallRequestTool
    call: CallRequestCall


class CallRequest(_CallRequestRequired, total=False):
    # Session whose facts also count; created if it does not exist.
    session: str
    # require: the session must exist; it is not created.
    session_mode: Literal["require"]
    # The same key with the same request counts once. Without it every call that is allowed counts again.
    idempotency_key: str
    # Obligation types that the caller supports: an allow with another type becomes a deny.
    supported_obligations: List[str]
    # Facts of templates `from: host`, before all others: for a token with the role `host`.
    host_facts: List[FactInput]
    # observe: decide without requesting an approval, and count nothing.
    mode: Literal["enforce", "observe"]


class CallVerdictObligationsItem(TypedDict):
    type: str
    properties: Dict[str, Any]


class CallVerdictApproval(TypedDict):
    id: str
    state: str
    expires_at: str


class _CallVerdictRequired(TypedDict):
    decision: Union[str, None]
    reason: Union[str, None]
    metadata: Dict[str, str]
    obligations: List[CallVerdictObligationsItem]
    rule_trace: List[str]
    decision_id: str
    ruleset_hash: str


class CallVerdict(_CallVerdictRequired, total=False):
    # `approval_refused`: the approval does not allow the call; `unhandled_obligation`: the caller cannot fulfil an obligation.
    code: str
    # Document paths whose values the deciding rule could not use: missing, of another type or unreadable. Only for a rule that denies or escalates in doubt.
    missing: List[str]
    # With these, of a ruleset with budgets.
    replayed: bool
    counted: bool
    exceeded_budgets: List[str]
    reservation: Union[HeldReservation, None]
    # Proof of the decision, if the rules request one.
    attestation_token: str
    # The one that an escalated call waits for, or that an allowed one used.
    approval: CallVerdictApproval


class CompileRequest(TypedDict):
    yaml_content: str


class _CompileResponseRequired(TypedDict):
    clips: str


class CompileResponse(_CompileResponseRequired, total=False):
    errors: List[str]
    # Omitted if there are none.
    warnings: List[str]


class _CreateSessionRequestRequired(TypedDict):
    # Path of a ruleset under the root.
    ruleset: str


class CreateSessionRequest(_CreateSessionRequestRequired, total=False):
    # Generated if omitted.
    session_id: str


class CreateSessionResponse(TypedDict):
    session_id: str
    ruleset: str


class DataRequest(TypedDict, total=False):
    # Any document for a ruleset with `input:`, else an object.
    input: Any


class DataResponseWarning(TypedDict):
    code: str
    message: str


class DataResponse(TypedDict, total=False):
    # Omitted if the path does not name a ruleset.
    result: Union[bool, DecisionDocument]
    # Identifier of the decision, if the whole decision is returned.
    decision_id: str
    warning: DataResponseWarning
    metrics: Dict[str, float]
    provenance: Dict[str, Any]
    explanation: List[Any]


class DecisionDocumentObligationsItem(TypedDict):
    type: str
    properties: Dict[str, Union[Union[str, float, bool], List[Union[str, float, bool]]]]


class DecisionDocumentFiringsItemObligationsItem(TypedDict):
    type: str
    properties: Dict[str, Union[Union[str, float, bool], List[Union[str, float, bool]]]]


class _DecisionDocumentFiringsItemFactsItemRequired(TypedDict):
    template: str
    data: Dict[str, Any]


class DecisionDocumentFiringsItemFactsItem(_DecisionDocumentFiringsItemFactsItemRequired, total=False):
    rule: str


class DecisionDocumentFiringsItem(TypedDict):
    rule: str
    action: Union[str, None]
    reason: str
    metadata: Dict[str, str]
    scope: Union[str, None]
    notify: List[str]
    obligations: List[DecisionDocumentFiringsItemObligationsItem]
    facts: List[DecisionDocumentFiringsItemFactsItem]


class _DecisionDocumentFactsItemRequired(TypedDict):
    template: str
    data: Dict[str, Any]


class DecisionDocumentFactsItem(_DecisionDocumentFactsItemRequired, total=False):
    rule: str


class _DecisionDocumentRequired(TypedDict):
    allow: bool
    deny: bool
    reason: Union[str, None]
    rule_trace: List[str]
    module_trace: List[str]
    metadata: Dict[str, str]
    duration_us: int


class DecisionDocument(_DecisionDocumentRequired, total=False):
    # Omitted if there is none.
    decision: str
    # Obligations of the caller; a caller that cannot comply must not proceed.
    obligations: List[DecisionDocumentObligationsItem]
    # Document paths whose values the deciding rule could not use: missing, of another type or unreadable. Only for a rule that denies or escalates in doubt.
    missing: List[str]
    # Every firing in order, if `include` lists them.
    firings: List[DecisionDocumentFiringsItem]
    # All final facts, if `include` lists them.
    facts: List[DecisionDocumentFactsItem]


DecisionProofResponse = str


DecisionRecord = Dict[str, Any]


class _DecisionRequestRequired(TypedDict):
    # Path of a ruleset under the root.
    ruleset: str


class DecisionRequest(_DecisionRequestRequired, total=False):
    # Optional if `input` is given.
    facts: List[FactInput]
    # Facts of templates `from: host`, before all others: for a token with the role `host`.
    host_facts: List[FactInput]
    # A document that the `input:` of the ruleset turns into facts, before `facts`. Null is taken as left out.
    input: Any
    # Parts to add to the response; `budgets` needs the role `budgets`.
    include: List[Literal["firings", "facts", "budgets"]]
    # Created if it never existed: 1 to 128 characters of A-Z, a-z, 0-9 and . _ : -
    session_id: Union[str, None]
    # create: the session must not exist yet; require: the session must exist.
    session: Union[Literal["create", "require"], None]
    # The same key with the same request counts once. Or the header `Idempotency-Key`.
    idempotency_key: str


class _DecisionResponseBudgetsItemRequired(TypedDict):
    budget: str
    key: Dict[str, Union[str, float, bool, None]]
    requested: int
    used: int
    reserved: int
    limit: int
    window_start: Union[str, None]
    window_end: Union[str, None]
    exceeded: bool


class DecisionResponseBudgetsItem(_DecisionResponseBudgetsItemRequired, total=False):
    over: bool


class DecisionResponseObligationsItem(TypedDict):
    type: str
    properties: Dict[str, Union[Union[str, float, bool], List[Union[str, float, bool]]]]


class DecisionResponseFiringsItemObligationsItem(TypedDict):
    type: str
    properties: Dict[str, Union[Union[str, float, bool], List[Union[str, float, bool]]]]


class _DecisionResponseFiringsItemFactsItemRequired(TypedDict):
    template: str
    data: Dict[str, Any]


class DecisionResponseFiringsItemFactsItem(_DecisionResponseFiringsItemFactsItemRequired, total=False):
    rule: str


class DecisionResponseFiringsItem(TypedDict):
    rule: str
    action: Union[str, None]
    reason: str
    metadata: Dict[str, str]
    scope: Union[str, None]
    notify: List[str]
    obligations: List[DecisionResponseFiringsItemObligationsItem]
    facts: List[DecisionResponseFiringsItemFactsItem]


class _DecisionResponseFactsItemRequired(TypedDict):
    template: str
    data: Dict[str, Any]


class DecisionResponseFactsItem(_DecisionResponseFactsItemRequired, total=False):
    rule: str


class _DecisionResponseRequired(TypedDict):
    counted: bool
    exceeded_budgets: List[str]
    decision: Union[str, None]
    reason: Union[str, None]
    rule_trace: List[str]
    module_trace: List[str]
    duration_us: int
    decision_id: str
    replayed: bool
    reservation: Union[HeldReservation, None]


class DecisionResponse(_DecisionResponseRequired, total=False):
    budgets: List[DecisionResponseBudgetsItem]
    metadata: Dict[str, str]
    attestation_token: Union[str, None]
    # Obligations of the caller; a caller that cannot comply must not proceed.
    obligations: List[DecisionResponseObligationsItem]
    # Document paths whose values the deciding rule could not use: missing, of another type or unreadable. Only for a rule that denies or escalates in doubt.
    missing: List[str]
    # Every firing in order, if `include` lists them.
    firings: List[DecisionResponseFiringsItem]
    # All final facts, if `include` lists them.
    facts: List[DecisionResponseFactsItem]


class DecisionsResponse(TypedDict):
    decisions: List[DecisionRecord]
    # Cursor of the next page; null after the last.
    next: Union[str, None]
    # Everything from this time on was looked at.
    scanned_to: str


class DeleteSessionResponse(TypedDict):
    deleted: bool


class _EnqueueRunRequestRequired(TypedDict):
    # Name of a file in the folder graphs under the root, without its ending.
    graph_id: str


class EnqueueRunRequest(_EnqueueRunRequestRequired, total=False):
    params: Union[Dict[str, Any], None]
    # Requests with the same key start one run.
    idempotency_key: Union[str, None]


class EnqueueRunResponse(TypedDict):
    run_id: str
    status: Literal["pending", "running", "succeeded", "failed"]


class _EvaluateRequestRequired(TypedDict):
    # Path of a ruleset under the root.
    ruleset: str


class EvaluateRequest(_EvaluateRequestRequired, total=False):
    # Optional if `input` is given.
    facts: List[FactInput]
    # Facts of templates `from: host`, before all others: for a token with the role `host`.
    host_facts: List[FactInput]
    # A document that the `input:` of the ruleset turns into facts, before `facts`. Null is taken as left out.
    input: Any
    # Parts to add to the response: every firing, all final facts. `budgets` is for a preview and needs the role `budgets`.
    include: List[Literal["firings", "facts", "budgets"]]
    # true: the decision that `POST /v1/decisions` would make now. Nothing is counted.
    preview: bool
    # Created if it never existed: 1 to 128 characters of A-Z, a-z, 0-9 and . _ : -
    session_id: Union[str, None]
    # create: the session must not exist yet; require: the session must exist.
    session: Union[Literal["create", "require"], None]


class _EvaluateResponseBudgetsItemRequired(TypedDict):
    budget: str
    key: Dict[str, Union[str, float, bool, None]]
    requested: int
    used: int
    reserved: int
    limit: int
    window_start: Union[str, None]
    window_end: Union[str, None]
    exceeded: bool


class EvaluateResponseBudgetsItem(_EvaluateResponseBudgetsItemRequired, total=False):
    over: bool


class EvaluateResponseObligationsItem(TypedDict):
    type: str
    properties: Dict[str, Union[Union[str, float, bool], List[Union[str, float, bool]]]]


class EvaluateResponseFiringsItemObligationsItem(TypedDict):
    type: str
    properties: Dict[str, Union[Union[str, float, bool], List[Union[str, float, bool]]]]


class _EvaluateResponseFiringsItemFactsItemRequired(TypedDict):
    template: str
    data: Dict[str, Any]


class EvaluateResponseFiringsItemFactsItem(_EvaluateResponseFiringsItemFactsItemRequired, total=False):
    rule: str


class EvaluateResponseFiringsItem(TypedDict):
    rule: str
    action: Union[str, None]
    reason: str
    metadata: Dict[str, str]
    scope: Union[str, None]
    notify: List[str]
    obligations: List[EvaluateResponseFiringsItemObligationsItem]
    facts: List[EvaluateResponseFiringsItemFactsItem]


class _EvaluateResponseFactsItemRequired(TypedDict):
    template: str
    data: Dict[str, Any]


class EvaluateResponseFactsItem(_EvaluateResponseFactsItemRequired, total=False):
    rule: str


class _EvaluateResponseRequired(TypedDict):
    decision: Union[str, None]
    reason: Union[str, None]
    rule_trace: List[str]
    module_trace: List[str]
    duration_us: int


class EvaluateResponse(_EvaluateResponseRequired, total=False):
    # Only in a preview: false.
    counted: bool
    # Only in a preview: true if the decision would count.
    consumes: bool
    exceeded_budgets: List[str]
    budgets: List[EvaluateResponseBudgetsItem]
    metadata: Dict[str, str]
    attestation_token: Union[str, None]
    # Obligations of the caller; a caller that cannot comply must not proceed.
    obligations: List[EvaluateResponseObligationsItem]
    # Document paths whose values the deciding rule could not use: missing, of another type or unreadable. Only for a rule that denies or escalates in doubt.
    missing: List[str]
    # Every firing in order, if `include` lists them.
    firings: List[EvaluateResponseFiringsItem]
    # All final facts, if `include` lists them.
    facts: List[EvaluateResponseFactsItem]


class _ExplainRequestRequired(TypedDict):
    # Path of a ruleset under the root.
    ruleset: str


class ExplainRequest(_ExplainRequestRequired, total=False):
    # Optional if `input` is given.
    facts: List[FactInput]
    # Facts of templates `from: host`, before all others: for a token with the role `host`.
    host_facts: List[FactInput]
    # A document that the `input:` of the ruleset turns into facts, before `facts`.
    input: Any
    # Existing session of the evaluation; it is not changed.
    session_id: Union[str, None]
    # create: the session must not exist yet; require: the session must exist.
    session: Union[Literal["create", "require"], None]
    # Only why this rule did not fire.
    rule: str
    # Look for small changes that lead to another decision, or to this one.
    flip: Union[bool, str]


class _ExplainResponseRequired(TypedDict):
    version: int
    ruleset: str
    decision: Union[str, None]
    reason: Union[str, None]
    winner: Union[int, None]
    beaten: List[Dict[str, Any]]
    firings: List[Dict[str, Any]]
    facts: List[Dict[str, Any]]
    not_fired: List[Dict[str, Any]]


class ExplainResponse(_ExplainResponseRequired, total=False):
    # Document paths whose values the deciding rule could not use: missing, of another type or unreadable. Only for a rule that denies or escalates in doubt.
    missing: List[str]
    flips: Dict[str, Any]
    # The sums of budgets that the decision would be made on, for a token with the role `budgets`.
    budgets: List[Dict[str, Any]]


class FactInput(TypedDict):
    template: str
    data: Dict[str, Any]


class FleetFactRequest(TypedDict):
    template: str
    data: Dict[str, Any]


class FleetFactResponse(TypedDict):
    success: bool
    # False: the fleet had an equal fact.
    created: bool


class _FleetFilterRequestRequired(TypedDict):
    template: str


class FleetFilterRequest(_FleetFilterRequestRequired, total=False):
    filter: Union[Dict[str, Any], None]


class FleetQueryResponse(TypedDict):
    facts: List[Dict[str, Any]]


class FleetRetractResponse(TypedDict):
    retracted_count: int


HealthResponse = Dict[str, str]


class HeldReservation(TypedDict):
    id: str
    state: Literal["reserved", "committed", "released", "expired"]
    expires_at: str


class JwksResponseKeysItem(TypedDict):
    kty: Literal["OKP"]
    crv: Literal["Ed25519"]
    x: str
    # RFC 7638 thumbprint.
    kid: str
    use: Literal["sig"]
    alg: str


class JwksResponse(TypedDict):
    keys: List[JwksResponseKeysItem]


class _ListedApprovalRequired(TypedDict):
    id: str
    state: Literal["pending", "approved", "rejected", "expired"]
    # Name of the token that made the request.
    requester: str
    # `[masked]` where it may be sensitive.
    agent: str
    session: Union[str, None]
    # `[masked]` where it may be sensitive.
    tool: str
    server: Union[str, None]
    # `sha256:` and hex over the arguments as RFC 8785 writes them; null if masked.
    args_digest: Union[str, None]
    # Digest of `request`, which the approval is bound to; null if masked.
    request_digest: Union[str, None]
    # The ruleset that decided.
    ruleset: str
    ruleset_hash: str
    call_id: str
    reason: str
    created_at: str
    expires_at: str
    answered_at: Union[str, None]
    answered_by: Union[str, None]
    # The call that used it up.
    used_by: Union[str, None]


class ListedApproval(_ListedApprovalRequired, total=False):
    # Budgets that the request exceeded: they do not escalate again.
    budgets: List[str]
    # The ruleset has sensitive slots.
    masked: Literal[True]


class LivezResponse(TypedDict):
    status: str


class ModulesResponseModulesItem(TypedDict):
    name: str
    description: str
    priority: int
    rules: int


class ModulesResponse(TypedDict):
    modules: List[ModulesResponseModulesItem]


class NodeOutcome(TypedDict):
    status: Literal["succeeded", "failed", "skipped", "not_started"]
    decision: Union[str, None]
    reason: Union[str, None]
    rule_trace: List[str]
    module_trace: List[str]
    metadata: Dict[str, str]
    duration_us: int
    error: Union[RunError, None]


class OpenApiResponse(TypedDict):
    openapi: Literal["3.1.0"]


class _QueryFactsRequestRequired(TypedDict):
    session_id: str
    template: str


class QueryFactsRequest(_QueryFactsRequestRequired, total=False):
    filter: Union[Dict[str, Any], None]


class QueryFactsResponse(TypedDict):
    facts: List[Dict[str, Any]]


class ReadyzResponse(TypedDict):
    status: str
    # `ok`, or what is wrong.
    checks: Dict[str, str]


class ReplicasResponseReplicasItem(TypedDict):
    id: str
    # Version of ferrule.
    version: str
    # Name of what is mounted; null on a stock server.
    ruleset: Union[str, None]
    hash: Union[str, None]
    started_at: str
    # When the database last heard from it.
    seen_at: str
    # Null where servers share them.
    sessions: Union[int, None]
    workers: int
    # It is shutting down.
    draining: bool


class ReplicasResponse(TypedDict):
    replicas: List[ReplicasResponseReplicasItem]


class ReservationResponseSettledItem(TypedDict):
    budget: str
    key: Dict[str, Union[str, float, bool]]
    reserved: int
    amount: int


class ReservationResponse(TypedDict):
    id: str
    state: Literal["reserved", "committed", "released", "expired"]
    settled: List[ReservationResponseSettledItem]
    over: bool
    late: bool
    expires_at: str


class ResetBudgetRequest(TypedDict):
    ruleset: str
    budget: str


class ResetBudgetResponse(TypedDict):
    reset: int


class _ResourceSearchRequestSubjectRequired(TypedDict):
    type: str
    id: str


class ResourceSearchRequestSubject(_ResourceSearchRequestSubjectRequired, total=False):
    properties: Dict[str, Any]


class _ResourceSearchRequestActionRequired(TypedDict):
    name: str


class ResourceSearchRequestAction(_ResourceSearchRequestActionRequired, total=False):
    properties: Dict[str, Any]


class _ResourceSearchRequestResourceRequired(TypedDict):
    type: str


class ResourceSearchRequestResource(_ResourceSearchRequestResourceRequired, total=False):
    id: Any
    properties: Dict[str, Any]


class ResourceSearchRequestPage(TypedDict, total=False):
    token: str
    # How many results at most; 0: any number.
    limit: int


class _ResourceSearchRequestRequired(TypedDict):
    subject: ResourceSearchRequestSubject
    action: ResourceSearchRequestAction
    resource: ResourceSearchRequestResource


class ResourceSearchRequest(_ResourceSearchRequestRequired, total=False):
    context: Dict[str, Any]
    page: ResourceSearchRequestPage


class _RetractFactsRequestRequired(TypedDict):
    session_id: str
    template: str


class RetractFactsRequest(_RetractFactsRequestRequired, total=False):
    filter: Union[Dict[str, Any], None]


class RetractFactsResponse(TypedDict):
    retracted_count: int


class RootResponseLinks(TypedDict):
    # Description of all endpoints; needs a token.
    openapi: str
    # Version and ruleset of the service.
    status: str
    # Path of the liveness check.
    livez: str
    # Path of the readiness check.
    readyz: str


class RootResponse(TypedDict):
    name: Literal["ferrule"]
    version: str
    links: RootResponseLinks


class RulesResponseRulesItem(TypedDict):
    name: str
    module: str
    description: str
    salience: int
    action: Union[str, None]
    position: str


class RulesResponse(TypedDict):
    rules: List[RulesResponseRulesItem]


class RulesetDryRunResponseChangesItemExample(TypedDict):
    decision_id: Union[str, None]


class RulesetDryRunResponseChangesItem(TypedDict):
    # A decision, or `error:` and a code.
    before: str
    after: str
    count: int
    # Rules that would no longer fire, with counts.
    rules_before: Dict[str, int]
    # Rules that would fire.
    rules_after: Dict[str, int]
    example: RulesetDryRunResponseChangesItemExample


class RulesetDryRunResponse(TypedDict):
    dry_run: Literal[True]
    ruleset_hash_before: str
    ruleset_hash_after: str
    rules: int
    templates: int
    modules: int
    warnings: List[str]
    # Number of recent decisions that were evaluated again.
    decisions: int
    # Number of compared decisions that are identical.
    same: int
    # The same decision by other rules, or for another reason.
    other_reasons: int
    # Decisions whose facts are no longer available.
    left_out: int
    changes: List[RulesetDryRunResponseChangesItem]


class RulesetReloadRequest(TypedDict, total=False):
    # Exactly one of the three sources is given.
    ruleset_path: Union[str, None]
    ruleset_yaml: Union[str, None]
    # A ruleset that was loaded before.
    ruleset_hash: Union[str, None]
    # With ruleset_hash: the version number in its signature.
    version: Union[int, None]
    # Budgets that changed while uses are live, and that begin at 0.
    reset_budgets: List[str]
    # Base64 of a raw 64-byte Ed25519 signature over the YAML bytes.
    signature: Union[str, None]


class RulesetReloadResponse(TypedDict):
    ruleset_hash_before: str
    ruleset_hash_after: str
    loaded_at: str
    rules: int
    templates: int
    modules: int
    warnings: List[str]
    attestation_token: Union[str, None]


class _RulesetSourceResponseRequired(TypedDict):
    # Name for documents that give none.
    name: str
    hash: str
    # Its files, with those that it imports.
    files: List[SourceFile]


class RulesetSourceResponse(_RulesetSourceResponseRequired, total=False):
    # What a reload kept of earlier files, newest first; left out for a version of its own.
    base: List[List[SourceFile]]


class RulesetsResponseRulesetsItem(TypedDict):
    # Its path under the root, or the name of what is mounted.
    name: str
    hash: str
    mounted: bool


class RulesetsResponse(TypedDict):
    rulesets: List[RulesetsResponseRulesetsItem]


class RunError(TypedDict):
    error: str
    detail: str
    field: Union[str, None]


class RunList(TypedDict):
    runs: List[RunRecord]
    # Cursor of the next page; null on the last page.
    next_cursor: Union[str, None]


class RunRecordResult(TypedDict):
    decision: Union[str, None]
    reason: Union[str, None]
    nodes: Dict[str, NodeOutcome]


class RunRecord(TypedDict):
    run_id: str
    graph_id: str
    status: Literal["pending", "running", "succeeded", "failed"]
    params: Dict[str, Any]
    idempotency_key: Union[str, None]
    result: Union[RunRecordResult, None]
    error: Union[RunError, None]
    attempt: int
    created_at: str
    started_at: Union[str, None]
    finished_at: Union[str, None]


class SearchResponsePage(TypedDict):
    # Token of the next page; empty on the last page.
    next_token: str


class SearchResponseResultsItemObligationsItem(TypedDict):
    id: str
    type: str
    properties: Dict[str, Any]


class SearchResponseResultsItem(TypedDict, total=False):
    type: str
    id: str
    name: str
    # A caller that cannot comply must leave this result out.
    obligations: List[SearchResponseResultsItemObligationsItem]


class _SearchResponseRequired(TypedDict):
    results: List[SearchResponseResultsItem]


class SearchResponse(_SearchResponseRequired, total=False):
    page: SearchResponsePage


class SessionResponse(TypedDict):
    session_id: str
    # Path of the ruleset that it is bound to.
    ruleset: str
    facts: int
    # Size of its facts as sent.
    bytes: int
    # ISO 8601.
    created_at: str
    age_seconds: int


class SettleRequestCommit1Item(TypedDict):
    budget: str
    key: Dict[str, Union[str, float, bool]]
    amount: int


class SettleRequest(TypedDict, total=False):
    # The amount spent, or one for each key that the decision holds.
    commit: Union[int, List[SettleRequestCommit1Item]]
    # Nothing was spent.
    release: Literal[True]


class SourceFile(TypedDict):
    path: str
    text: str


class _StatusResponseRequired(TypedDict):
    # Hash of the mounted ruleset, as sha256: and hex.
    ruleset_hash: Union[str, None]
    version: str
    # Version of the time zone data, as `2025b`.
    time_zones: str
    # ISO 8601 time of the last load.
    loaded_at: Union[str, None]


class StatusResponse(_StatusResponseRequired, total=False):
    # Number of warnings of the mounted ruleset.
    warnings: str
    # True if a mounted server still serves the ruleset that it started with.
    ruleset_origin: Literal["mounted", "reloaded"]
    # Reason why requested tokens are not issued.
    attestation_problem: str
    # Problem of the decision log.
    audit_problem: str
    # Name of the fleet, for a server in one.
    fleet: str
    # Number of the last fleet change that this server knows.
    fleet_sequence: str
    # Number of the last reload, for a mounted server on a shared database.
    replica_version: str
    # Reason why this server has not loaded that reload.
    replica_problem: Union[str, None]


class _SubjectSearchRequestSubjectRequired(TypedDict):
    type: str


class SubjectSearchRequestSubject(_SubjectSearchRequestSubjectRequired, total=False):
    id: Any
    properties: Dict[str, Any]


class _SubjectSearchRequestActionRequired(TypedDict):
    name: str


class SubjectSearchRequestAction(_SubjectSearchRequestActionRequired, total=False):
    properties: Dict[str, Any]


class _SubjectSearchRequestResourceRequired(TypedDict):
    type: str
    id: str


class SubjectSearchRequestResource(_SubjectSearchRequestResourceRequired, total=False):
    properties: Dict[str, Any]


class SubjectSearchRequestPage(TypedDict, total=False):
    token: str
    # How many results at most; 0: any number.
    limit: int


class _SubjectSearchRequestRequired(TypedDict):
    subject: SubjectSearchRequestSubject
    action: SubjectSearchRequestAction
    resource: SubjectSearchRequestResource


class SubjectSearchRequest(_SubjectSearchRequestRequired, total=False):
    context: Dict[str, Any]
    page: SubjectSearchRequestPage


class _TemplatesResponseTemplatesItemSlotsItemRequired(TypedDict):
    name: str
    type: Literal["STRING", "SYMBOL", "INTEGER", "FLOAT", "BOOLEAN", "TIME"]
    required: bool
    default: Union[Union[Union[str, float, bool], List[Union[str, float, bool]]], None]
    allowed_values: Union[List[str], None]


class TemplatesResponseTemplatesItemSlotsItem(_TemplatesResponseTemplatesItemSlotsItemRequired, total=False):
    list: Literal[True]
    max_items: Union[int, None]


class _TemplatesResponseTemplatesItemRequired(TypedDict):
    name: str
    description: str
    scope: Literal["session", "fleet"]
    ttl: Union[float, None]
    slots: List[TemplatesResponseTemplatesItemSlotsItem]


_TemplatesResponseTemplatesItemRest = TypedDict("_TemplatesResponseTemplatesItemRest", {
    # Maximum number of its facts in one evaluation.
    "at_most": "int",
    # Only the host provides its facts.
    "from": "Literal[\"host\"]",
}, total=False)


class TemplatesResponseTemplatesItem(_TemplatesResponseTemplatesItemRequired, _TemplatesResponseTemplatesItemRest):
    pass


class TemplatesResponse(TypedDict):
    templates: List[TemplatesResponseTemplatesItem]


class AuthzenEvaluationsResponse1(TypedDict):
    evaluations: List[AccessDecision]


class Client(Transport):
    """One method for each operation of the service; arguments are given by name."""

    _not_begun = NOT_BEGUN
    _lasting = LASTING

    def root(
        self,
        *,
        call: Optional[CallOptions] = None,
    ) -> RootResponse:
        """Name, version and links: GET /"""
        return self._send(
            Operation(
                method="GET",
                path="/",
                is_open=True,
                is_text=False,
                keys=("name", "version", "links", ),
                repeat="always",
            ),
            path={},
            query={},
            headers={},
            body=UNSET,
            call=call,
        )

    def default_decision(
        self,
        *,
        body: Union[Dict[str, Any], None],
        call: Optional[CallOptions] = None,
    ) -> Union[bool, DecisionDocument]:
        """The default decision on the raw body: POST /"""
        return self._send(
            Operation(
                method="POST",
                path="/",
                is_open=False,
                is_text=False,
                keys=(),
                repeat="always",
            ),
            path={},
            query={},
            headers={},
            body=body,
            call=call,
        )

    def health(
        self,
        *,
        call: Optional[CallOptions] = None,
    ) -> HealthResponse:
        """Liveness: GET /health"""
        return self._send(
            Operation(
                method="GET",
                path="/health",
                is_open=True,
                is_text=False,
                keys=(),
                repeat="always",
            ),
            path={},
            query={},
            headers={},
            body=UNSET,
            call=call,
        )

    def livez(
        self,
        *,
        call: Optional[CallOptions] = None,
    ) -> LivezResponse:
        """Liveness: 200 if the process responds: GET /livez"""
        return self._send(
            Operation(
                method="GET",
                path="/livez",
                is_open=True,
                is_text=False,
                keys=("status", ),
                repeat="always",
            ),
            path={},
            query={},
            headers={},
            body=UNSET,
            call=call,
        )

    def readyz(
        self,
        *,
        call: Optional[CallOptions] = None,
    ) -> ReadyzResponse:
        """Readiness: 200 if the service can take requests, otherwise 503: GET /readyz"""
        return self._send(
            Operation(
                method="GET",
                path="/readyz",
                is_open=True,
                is_text=False,
                keys=("status", "checks", ),
                repeat="always",
            ),
            path={},
            query={},
            headers={},
            body=UNSET,
            call=call,
        )

    def status(
        self,
        *,
        call: Optional[CallOptions] = None,
    ) -> StatusResponse:
        """Hash of the mounted ruleset, version, time of the last load: GET /v1/status"""
        return self._send(
            Operation(
                method="GET",
                path="/v1/status",
                is_open=True,
                is_text=False,
                keys=("ruleset_hash", "version", "time_zones", "loaded_at", ),
                repeat="always",
            ),
            path={},
            query={},
            headers={},
            body=UNSET,
            call=call,
        )

    def jwks(
        self,
        *,
        call: Optional[CallOptions] = None,
    ) -> JwksResponse:
        """Public keys of attestation tokens and checkpoints: GET /.well-known/jwks.json"""
        return self._send(
            Operation(
                method="GET",
                path="/.well-known/jwks.json",
                is_open=True,
                is_text=False,
                keys=("keys", ),
                repeat="always",
            ),
            path={},
            query={},
            headers={},
            body=UNSET,
            call=call,
        )

    def evaluate(
        self,
        *,
        ruleset: str,
        facts: List[FactInput] = UNSET,
        host_facts: List[FactInput] = UNSET,
        input: Any = UNSET,
        include: List[Literal["firings", "facts", "budgets"]] = UNSET,
        preview: bool = UNSET,
        session_id: Union[str, None] = UNSET,
        session: Union[Literal["create", "require"], None] = UNSET,
        call: Optional[CallOptions] = None,
    ) -> EvaluateResponse:
        """Evaluate facts against a ruleset: POST /v1/evaluate"""
        return self._send(
            Operation(
                method="POST",
                path="/v1/evaluate",
                is_open=False,
                is_text=False,
                keys=("decision", "reason", "rule_trace", "module_trace", "duration_us", ),
                repeat="unless_created",
            ),
            path={},
            query={},
            headers={},
            body={"facts": facts, "ruleset": ruleset, "host_facts": host_facts, "input": input, "include": include, "preview": preview, "session_id": session_id, "session": session},
            call=call,
        )

    def decide(
        self,
        *,
        ruleset: str,
        facts: List[FactInput] = UNSET,
        host_facts: List[FactInput] = UNSET,
        input: Any = UNSET,
        include: List[Literal["firings", "facts", "budgets"]] = UNSET,
        session_id: Union[str, None] = UNSET,
        session: Union[Literal["create", "require"], None] = UNSET,
        idempotency_key: str = UNSET,
        call: Optional[CallOptions] = None,
    ) -> DecisionResponse:
        """Decide, and count what the decision uses: POST /v1/decisions"""
        return self._send(
            Operation(
                method="POST",
                path="/v1/decisions",
                is_open=False,
                is_text=False,
                keys=("counted", "exceeded_budgets", "decision", "reason", "rule_trace", "module_trace", "duration_us", "decision_id", "replayed", "reservation", ),
                repeat="with_key",
            ),
            path={},
            query={},
            headers={},
            body={"facts": facts, "ruleset": ruleset, "host_facts": host_facts, "input": input, "include": include, "session_id": session_id, "session": session, "idempotency_key": idempotency_key},
            call=call,
        )

    def list_decisions(
        self,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        decision: str = UNSET,
        rule: str = UNSET,
        actor: str = UNSET,
        ruleset: str = UNSET,
        hash: str = UNSET,
        limit: str = UNSET,
        cursor: str = UNSET,
        call: Optional[CallOptions] = None,
    ) -> DecisionsResponse:
        """List recorded decisions, newest first: GET /v1/decisions"""
        return self._send(
            Operation(
                method="GET",
                path="/v1/decisions",
                is_open=False,
                is_text=False,
                keys=("decisions", "next", "scanned_to", ),
                repeat="always",
            ),
            path={},
            query={"from": from_, "to": to, "decision": decision, "rule": rule, "actor": actor, "ruleset": ruleset, "hash": hash, "limit": limit, "cursor": cursor},
            headers={},
            body=UNSET,
            call=call,
        )

    def read_decision(
        self,
        *,
        id: str,
        call: Optional[CallOptions] = None,
    ) -> DecisionRecord:
        """Read a recorded decision: GET /v1/decisions/{id}"""
        return self._send(
            Operation(
                method="GET",
                path="/v1/decisions/{id}",
                is_open=False,
                is_text=False,
                keys=(),
                repeat="always",
            ),
            path={"id": id},
            query={},
            headers={},
            body=UNSET,
            call=call,
        )

    def prove_decision(
        self,
        *,
        id: str,
        call: Optional[CallOptions] = None,
    ) -> DecisionProofResponse:
        """Prove that a decision is in the log: GET /v1/decisions/{id}/proof"""
        return self._send(
            Operation(
                method="GET",
                path="/v1/decisions/{id}/proof",
                is_open=False,
                is_text=True,
                keys=(),
                repeat="always",
            ),
            path={"id": id},
            query={},
            headers={},
            body=UNSET,
            call=call,
        )

    def settle_reservation(
        self,
        *,
        id: str,
        commit: Union[int, List[SettleRequestCommit1Item]] = UNSET,
        release: Literal[True] = UNSET,
        call: Optional[CallOptions] = None,
    ) -> ReservationResponse:
        """Commit or release what a decision holds: POST /v1/reservations/{id}"""
        return self._send(
            Operation(
                method="POST",
                path="/v1/reservations/{id}",
                is_open=False,
                is_text=False,
                keys=("id", "state", "settled", "over", "late", "expires_at", ),
                repeat="always",
            ),
            path={"id": id},
            query={},
            headers={},
            body={"commit": commit, "release": release},
            call=call,
        )

    def read_reservation(
        self,
        *,
        id: str,
        call: Optional[CallOptions] = None,
    ) -> ReservationResponse:
        """Read what a decision holds: GET /v1/reservations/{id}"""
        return self._send(
            Operation(
                method="GET",
                path="/v1/reservations/{id}",
                is_open=False,
                is_text=False,
                keys=("id", "state", "settled", "over", "late", "expires_at", ),
                repeat="always",
            ),
            path={"id": id},
            query={},
            headers={},
            body=UNSET,
            call=call,
        )

    def list_budgets(
        self,
        *,
        ruleset: str = UNSET,
        budget: str = UNSET,
        session_id: str = UNSET,
        limit: str = UNSET,
        cursor: str = UNSET,
        call: Optional[CallOptions] = None,
    ) -> BudgetsResponse:
        """List what budgets have counted: GET /v1/budgets"""
        return self._send(
            Operation(
                method="GET",
                path="/v1/budgets",
                is_open=False,
                is_text=False,
                keys=("budgets", "next", ),
                repeat="always",
            ),
            path={},
            query={"ruleset": ruleset, "budget": budget, "session_id": session_id, "limit": limit, "cursor": cursor},
            headers={},
            body=UNSET,
            call=call,
        )

    def reset_budget(
        self,
        *,
        ruleset: str,
        budget: str,
        call: Optional[CallOptions] = None,
    ) -> ResetBudgetResponse:
        """Forget what a budget has counted: POST /v1/budgets/reset"""
        return self._send(
            Operation(
                method="POST",
                path="/v1/budgets/reset",
                is_open=False,
                is_text=False,
                keys=("reset", ),
                repeat="never",
            ),
            path={},
            query={},
            headers={},
            body={"ruleset": ruleset, "budget": budget},
            call=call,
        )

    def list_rulesets(
        self,
        *,
        call: Optional[CallOptions] = None,
    ) -> RulesetsResponse:
        """List versions of rulesets: GET /v1/rulesets"""
        return self._send(
            Operation(
                method="GET",
                path="/v1/rulesets",
                is_open=False,
                is_text=False,
                keys=("rulesets", ),
                repeat="always",
            ),
            path={},
            query={},
            headers={},
            body=UNSET,
            call=call,
        )

    def read_ruleset_source(
        self,
        *,
        hash: str,
        call: Optional[CallOptions] = None,
    ) -> RulesetSourceResponse:
        """Read the sources of a version of a ruleset: GET /v1/rulesets/{hash}/source"""
        return self._send(
            Operation(
                method="GET",
                path="/v1/rulesets/{hash}/source",
                is_open=False,
                is_text=False,
                keys=("name", "hash", "files", ),
                repeat="always",
            ),
            path={"hash": hash},
            query={},
            headers={},
            body=UNSET,
            call=call,
        )

    def explain(
        self,
        *,
        ruleset: str,
        facts: List[FactInput] = UNSET,
        host_facts: List[FactInput] = UNSET,
        input: Any = UNSET,
        session_id: Union[str, None] = UNSET,
        session: Union[Literal["create", "require"], None] = UNSET,
        rule: str = UNSET,
        flip: Union[bool, str] = UNSET,
        call: Optional[CallOptions] = None,
    ) -> ExplainResponse:
        """Explain how facts are decided: POST /v1/explain"""
        return self._send(
            Operation(
                method="POST",
                path="/v1/explain",
                is_open=False,
                is_text=False,
                keys=("version", "ruleset", "decision", "reason", "winner", "beaten", "firings", "facts", "not_fired", ),
                repeat="never",
            ),
            path={},
            query={},
            headers={},
            body={"facts": facts, "ruleset": ruleset, "host_facts": host_facts, "input": input, "session_id": session_id, "session": session, "rule": rule, "flip": flip},
            call=call,
        )

    def assert_fact(
        self,
        *,
        session_id: str,
        template: str,
        data: Dict[str, Any],
        call: Optional[CallOptions] = None,
    ) -> AssertFactResponse:
        """Assert one fact into a session: POST /v1/facts"""
        return self._send(
            Operation(
                method="POST",
                path="/v1/facts",
                is_open=False,
                is_text=False,
                keys=(),
                repeat="never",
            ),
            path={},
            query={},
            headers={},
            body={"session_id": session_id, "template": template, "data": data},
            call=call,
        )

    def retract_facts(
        self,
        *,
        session_id: str,
        template: str,
        filter: Union[Dict[str, Any], None] = UNSET,
        call: Optional[CallOptions] = None,
    ) -> RetractFactsResponse:
        """Retract facts by template and filter: DELETE /v1/facts"""
        return self._send(
            Operation(
                method="DELETE",
                path="/v1/facts",
                is_open=False,
                is_text=False,
                keys=("retracted_count", ),
                repeat="never",
            ),
            path={},
            query={},
            headers={},
            body={"session_id": session_id, "template": template, "filter": filter},
            call=call,
        )

    def query_facts(
        self,
        *,
        session_id: str,
        template: str,
        filter: Union[Dict[str, Any], None] = UNSET,
        call: Optional[CallOptions] = None,
    ) -> QueryFactsResponse:
        """Query the facts of a session: POST /v1/query"""
        return self._send(
            Operation(
                method="POST",
                path="/v1/query",
                is_open=False,
                is_text=False,
                keys=("facts", ),
                repeat="always",
            ),
            path={},
            query={},
            headers={},
            body={"session_id": session_id, "template": template, "filter": filter},
            call=call,
        )

    def compile(
        self,
        *,
        yaml_content: str,
        call: Optional[CallOptions] = None,
    ) -> CompileResponse:
        """Compile YAML to rule-engine constructs: POST /v1/compile"""
        return self._send(
            Operation(
                method="POST",
                path="/v1/compile",
                is_open=False,
                is_text=False,
                keys=("clips", ),
                repeat="always",
            ),
            path={},
            query={},
            headers={},
            body={"yaml_content": yaml_content},
            call=call,
        )

    def templates(
        self,
        *,
        x_session_id: str = UNSET,
        call: Optional[CallOptions] = None,
    ) -> TemplatesResponse:
        """List registered templates: GET /v1/templates"""
        return self._send(
            Operation(
                method="GET",
                path="/v1/templates",
                is_open=False,
                is_text=False,
                keys=("templates", ),
                repeat="always",
            ),
            path={},
            query={},
            headers={"X-Session-Id": x_session_id},
            body=UNSET,
            call=call,
        )

    def rules(
        self,
        *,
        x_session_id: str = UNSET,
        call: Optional[CallOptions] = None,
    ) -> RulesResponse:
        """List loaded rules: GET /v1/rules"""
        return self._send(
            Operation(
                method="GET",
                path="/v1/rules",
                is_open=False,
                is_text=False,
                keys=("rules", ),
                repeat="always",
            ),
            path={},
            query={},
            headers={"X-Session-Id": x_session_id},
            body=UNSET,
            call=call,
        )

    def modules(
        self,
        *,
        x_session_id: str = UNSET,
        call: Optional[CallOptions] = None,
    ) -> ModulesResponse:
        """List registered modules: GET /v1/modules"""
        return self._send(
            Operation(
                method="GET",
                path="/v1/modules",
                is_open=False,
                is_text=False,
                keys=("modules", ),
                repeat="always",
            ),
            path={},
            query={},
            headers={"X-Session-Id": x_session_id},
            body=UNSET,
            call=call,
        )

    def reload(
        self,
        *,
        dry_run: str = UNSET,
        ruleset_path: Union[str, None] = UNSET,
        ruleset_yaml: Union[str, None] = UNSET,
        ruleset_hash: Union[str, None] = UNSET,
        version: Union[int, None] = UNSET,
        reset_budgets: List[str] = UNSET,
        signature: Union[str, None] = UNSET,
        call: Optional[CallOptions] = None,
    ) -> Union[RulesetReloadResponse, RulesetDryRunResponse]:
        """Swap the loaded ruleset: POST /v1/rules/reload"""
        return self._send(
            Operation(
                method="POST",
                path="/v1/rules/reload",
                is_open=False,
                is_text=False,
                keys=(),
                repeat="never",
            ),
            path={},
            query={"dry_run": dry_run},
            headers={},
            body={"ruleset_path": ruleset_path, "ruleset_yaml": ruleset_yaml, "ruleset_hash": ruleset_hash, "version": version, "reset_budgets": reset_budgets, "signature": signature},
            call=call,
        )

    def post_data(
        self,
        *,
        path: str,
        template: str = UNSET,
        pretty: str = UNSET,
        metrics: str = UNSET,
        provenance: str = UNSET,
        include: str = UNSET,
        explain: str = UNSET,
        input: Any = UNSET,
        call: Optional[CallOptions] = None,
    ) -> DataResponse:
        """Data API evaluation: POST /v1/data/{path}"""
        return self._send(
            Operation(
                method="POST",
                path="/v1/data/{path}",
                is_open=False,
                is_text=False,
                keys=(),
                repeat="always",
            ),
            path={"path": path},
            query={"template": template, "pretty": pretty, "metrics": metrics, "provenance": provenance, "include": include, "explain": explain},
            headers={},
            body={"input": input},
            call=call,
        )

    def get_data(
        self,
        *,
        path: str,
        template: str = UNSET,
        pretty: str = UNSET,
        metrics: str = UNSET,
        provenance: str = UNSET,
        include: str = UNSET,
        explain: str = UNSET,
        input: str = UNSET,
        call: Optional[CallOptions] = None,
    ) -> DataResponse:
        """Data API evaluation with the input as a query parameter: GET /v1/data/{path}"""
        return self._send(
            Operation(
                method="GET",
                path="/v1/data/{path}",
                is_open=False,
                is_text=False,
                keys=(),
                repeat="always",
            ),
            path={"path": path},
            query={"template": template, "pretty": pretty, "metrics": metrics, "provenance": provenance, "include": include, "explain": explain, "input": input},
            headers={},
            body=UNSET,
            call=call,
        )

    def batch_data(
        self,
        *,
        path: str,
        inputs: Dict[str, Any],
        template: str = UNSET,
        pretty: str = UNSET,
        metrics: str = UNSET,
        provenance: str = UNSET,
        include: str = UNSET,
        explain: str = UNSET,
        call: Optional[CallOptions] = None,
    ) -> BatchDataResponse:
        """Data API evaluation of several inputs; 207 when some of them fail: POST /v1/batch/data/{path}"""
        return self._send(
            Operation(
                method="POST",
                path="/v1/batch/data/{path}",
                is_open=False,
                is_text=False,
                keys=("responses", ),
                repeat="always",
            ),
            path={"path": path},
            query={"template": template, "pretty": pretty, "metrics": metrics, "provenance": provenance, "include": include, "explain": explain},
            headers={},
            body={"inputs": inputs},
            call=call,
        )

    def authzen_evaluation(
        self,
        *,
        subject: AccessEvaluationRequestSubject,
        action: AccessEvaluationRequestAction,
        resource: AccessEvaluationRequestResource,
        ferrule_session_id: str = UNSET,
        context: Dict[str, Any] = UNSET,
        call: Optional[CallOptions] = None,
    ) -> AccessDecision:
        """AuthZEN access evaluation: POST /access/v1/evaluation"""
        return self._send(
            Operation(
                method="POST",
                path="/access/v1/evaluation",
                is_open=False,
                is_text=False,
                keys=("decision", ),
                repeat="always",
            ),
            path={},
            query={},
            headers={"ferrule-session-id": ferrule_session_id},
            body={"subject": subject, "action": action, "resource": resource, "context": context},
            call=call,
        )

    def authzen_evaluations(
        self,
        *,
        ferrule_session_id: str = UNSET,
        subject: Any = UNSET,
        action: Any = UNSET,
        resource: Any = UNSET,
        context: Any = UNSET,
        evaluations: List[Dict[str, Any]] = UNSET,
        options: AccessEvaluationsRequestOptions = UNSET,
        call: Optional[CallOptions] = None,
    ) -> Union[AccessDecision, AuthzenEvaluationsResponse1]:
        """AuthZEN access evaluations: POST /access/v1/evaluations"""
        return self._send(
            Operation(
                method="POST",
                path="/access/v1/evaluations",
                is_open=False,
                is_text=False,
                keys=(),
                repeat="always",
            ),
            path={},
            query={},
            headers={"ferrule-session-id": ferrule_session_id},
            body={"subject": subject, "action": action, "resource": resource, "context": context, "evaluations": evaluations, "options": options},
            call=call,
        )

    def authzen_subject_search(
        self,
        *,
        subject: SubjectSearchRequestSubject,
        action: SubjectSearchRequestAction,
        resource: SubjectSearchRequestResource,
        ferrule_session_id: str = UNSET,
        context: Dict[str, Any] = UNSET,
        page: SubjectSearchRequestPage = UNSET,
        call: Optional[CallOptions] = None,
    ) -> SearchResponse:
        """AuthZEN subject search: POST /access/v1/search/subject"""
        return self._send(
            Operation(
                method="POST",
                path="/access/v1/search/subject",
                is_open=False,
                is_text=False,
                keys=("results", ),
                repeat="always",
            ),
            path={},
            query={},
            headers={"ferrule-session-id": ferrule_session_id},
            body={"subject": subject, "action": action, "resource": resource, "context": context, "page": page},
            call=call,
        )

    def authzen_resource_search(
        self,
        *,
        subject: ResourceSearchRequestSubject,
        action: ResourceSearchRequestAction,
        resource: ResourceSearchRequestResource,
        ferrule_session_id: str = UNSET,
        context: Dict[str, Any] = UNSET,
        page: ResourceSearchRequestPage = UNSET,
        call: Optional[CallOptions] = None,
    ) -> SearchResponse:
        """AuthZEN resource search: POST /access/v1/search/resource"""
        return self._send(
            Operation(
                method="POST",
                path="/access/v1/search/resource",
                is_open=False,
                is_text=False,
                keys=("results", ),
                repeat="always",
            ),
            path={},
            query={},
            headers={"ferrule-session-id": ferrule_session_id},
            body={"subject": subject, "action": action, "resource": resource, "context": context, "page": page},
            call=call,
        )

    def authzen_action_search(
        self,
        *,
        subject: ActionSearchRequestSubject,
        resource: ActionSearchRequestResource,
        ferrule_session_id: str = UNSET,
        context: Dict[str, Any] = UNSET,
        page: ActionSearchRequestPage = UNSET,
        call: Optional[CallOptions] = None,
    ) -> SearchResponse:
        """AuthZEN action search: POST /access/v1/search/action"""
        return self._send(
            Operation(
                method="POST",
                path="/access/v1/search/action",
                is_open=False,
                is_text=False,
                keys=("results", ),
                repeat="always",
            ),
            path={},
            query={},
            headers={"ferrule-session-id": ferrule_session_id},
            body={"subject": subject, "resource": resource, "context": context, "page": page},
            call=call,
        )

    def authzen_configuration(
        self,
        *,
        call: Optional[CallOptions] = None,
    ) -> AuthzenConfiguration:
        """AuthZEN endpoint metadata: GET /.well-known/authzen-configuration"""
        return self._send(
            Operation(
                method="GET",
                path="/.well-known/authzen-configuration",
                is_open=True,
                is_text=False,
                keys=("policy_decision_point", "access_evaluation_endpoint", "access_evaluations_endpoint", "search_subject_endpoint", "search_resource_endpoint", "search_action_endpoint", "access_request_endpoint", "capabilities", ),
                repeat="always",
            ),
            path={},
            query={},
            headers={},
            body=UNSET,
            call=call,
        )

    def authzen_access_request(
        self,
        *,
        subject: AccessRequestSubject,
        action: AccessRequestAction,
        resource: AccessRequestResource,
        denial: AccessRequestDenial,
        ferrule_session_id: str = UNSET,
        context: Dict[str, Any] = UNSET,
        call: Optional[CallOptions] = None,
    ) -> AccessTask:
        """Request access that AuthZEN escalated: POST /access/v1/requests"""
        return self._send(
            Operation(
                method="POST",
                path="/access/v1/requests",
                is_open=False,
                is_text=False,
                keys=("task", ),
                repeat="never",
            ),
            path={},
            query={},
            headers={"ferrule-session-id": ferrule_session_id},
            body={"subject": subject, "action": action, "resource": resource, "context": context, "denial": denial},
            call=call,
        )

    def authzen_access_request_status(
        self,
        *,
        id: str,
        call: Optional[CallOptions] = None,
    ) -> AccessTask:
        """Read the state of an access request: GET /access/v1/requests/{id}"""
        return self._send(
            Operation(
                method="GET",
                path="/access/v1/requests/{id}",
                is_open=False,
                is_text=False,
                keys=("task", ),
                repeat="always",
            ),
            path={"id": id},
            query={},
            headers={},
            body=UNSET,
            call=call,
        )

    def decide_call(
        self,
        *,
        ruleset: str,
        agent: str,
        tool: CallRequestTool,
        call_: CallRequestCall,
        session: str = UNSET,
        session_mode: Literal["require"] = UNSET,
        idempotency_key: str = UNSET,
        supported_obligations: List[str] = UNSET,
        host_facts: List[FactInput] = UNSET,
        mode: Literal["enforce", "observe"] = UNSET,
        call: Optional[CallOptions] = None,
    ) -> CallVerdict:
        """Decide a tool call: POST /v1/calls"""
        return self._send(
            Operation(
                method="POST",
                path="/v1/calls",
                is_open=False,
                is_text=False,
                keys=("decision", "reason", "metadata", "obligations", "rule_trace", "decision_id", "ruleset_hash", ),
                repeat="with_key",
            ),
            path={},
            query={},
            headers={},
            body={"ruleset": ruleset, "agent": agent, "session": session, "session_mode": session_mode, "tool": tool, "call": call_, "idempotency_key": idempotency_key, "supported_obligations": supported_obligations, "host_facts": host_facts, "mode": mode},
            call=call,
        )

    def list_approvals(
        self,
        *,
        state: str = UNSET,
        limit: str = UNSET,
        cursor: str = UNSET,
        call: Optional[CallOptions] = None,
    ) -> ApprovalsResponse:
        """List approvals, oldest first: GET /v1/approvals"""
        return self._send(
            Operation(
                method="GET",
                path="/v1/approvals",
                is_open=False,
                is_text=False,
                keys=("approvals", ),
                repeat="always",
            ),
            path={},
            query={"state": state, "limit": limit, "cursor": cursor},
            headers={},
            body=UNSET,
            call=call,
        )

    def read_approval(
        self,
        *,
        id: str,
        wait: str = UNSET,
        call: Optional[CallOptions] = None,
    ) -> Approval:
        """Read an approval, or wait for its decision: GET /v1/approvals/{id}"""
        return self._send(
            Operation(
                method="GET",
                path="/v1/approvals/{id}",
                is_open=False,
                is_text=False,
                keys=("id", "state", "requester", "agent", "session", "tool", "server", "args_digest", "request_digest", "ruleset", "ruleset_hash", "call_id", "reason", "created_at", "expires_at", "answered_at", "answered_by", "used_by", "args", "request", ),
                repeat="always",
            ),
            path={"id": id},
            query={"wait": wait},
            headers={},
            body=UNSET,
            call=call,
        )

    def answer_approval(
        self,
        *,
        id: str,
        decision: Literal["approved", "rejected"],
        reason: str = UNSET,
        call: Optional[CallOptions] = None,
    ) -> ListedApproval:
        """Approve or reject a call: POST /v1/approvals/{id}"""
        return self._send(
            Operation(
                method="POST",
                path="/v1/approvals/{id}",
                is_open=False,
                is_text=False,
                keys=("id", "state", "requester", "agent", "session", "tool", "server", "args_digest", "request_digest", "ruleset", "ruleset_hash", "call_id", "reason", "created_at", "expires_at", "answered_at", "answered_by", "used_by", ),
                repeat="never",
            ),
            path={"id": id},
            query={},
            headers={},
            body={"decision": decision, "reason": reason},
            call=call,
        )

    def create_session(
        self,
        *,
        ruleset: str,
        session_id: str = UNSET,
        call: Optional[CallOptions] = None,
    ) -> CreateSessionResponse:
        """Create a session: POST /v1/sessions"""
        return self._send(
            Operation(
                method="POST",
                path="/v1/sessions",
                is_open=False,
                is_text=False,
                keys=("session_id", "ruleset", ),
                repeat="never",
            ),
            path={},
            query={},
            headers={},
            body={"ruleset": ruleset, "session_id": session_id},
            call=call,
        )

    def read_session(
        self,
        *,
        session_id: str,
        call: Optional[CallOptions] = None,
    ) -> SessionResponse:
        """Ruleset, facts and age of a session: GET /v1/sessions/{session_id}"""
        return self._send(
            Operation(
                method="GET",
                path="/v1/sessions/{session_id}",
                is_open=False,
                is_text=False,
                keys=("session_id", "ruleset", "facts", "bytes", "created_at", "age_seconds", ),
                repeat="always",
            ),
            path={"session_id": session_id},
            query={},
            headers={},
            body=UNSET,
            call=call,
        )

    def delete_session(
        self,
        *,
        session_id: str,
        call: Optional[CallOptions] = None,
    ) -> DeleteSessionResponse:
        """End a session: DELETE /v1/sessions/{session_id}"""
        return self._send(
            Operation(
                method="DELETE",
                path="/v1/sessions/{session_id}",
                is_open=False,
                is_text=False,
                keys=("deleted", ),
                repeat="never",
            ),
            path={"session_id": session_id},
            query={},
            headers={},
            body=UNSET,
            call=call,
        )

    def assert_fleet_fact(
        self,
        *,
        template: str,
        data: Dict[str, Any],
        call: Optional[CallOptions] = None,
    ) -> FleetFactResponse:
        """Assert a fact in all members of the fleet: POST /v1/fleet/facts"""
        return self._send(
            Operation(
                method="POST",
                path="/v1/fleet/facts",
                is_open=False,
                is_text=False,
                keys=("success", "created", ),
                repeat="never",
            ),
            path={},
            query={},
            headers={},
            body={"template": template, "data": data},
            call=call,
        )

    def retract_fleet_facts(
        self,
        *,
        template: str,
        filter: Union[Dict[str, Any], None] = UNSET,
        call: Optional[CallOptions] = None,
    ) -> FleetRetractResponse:
        """Retract facts of the fleet by template and filter: DELETE /v1/fleet/facts"""
        return self._send(
            Operation(
                method="DELETE",
                path="/v1/fleet/facts",
                is_open=False,
                is_text=False,
                keys=("retracted_count", ),
                repeat="never",
            ),
            path={},
            query={},
            headers={},
            body={"template": template, "filter": filter},
            call=call,
        )

    def query_fleet_facts(
        self,
        *,
        template: str,
        filter: Union[Dict[str, Any], None] = UNSET,
        call: Optional[CallOptions] = None,
    ) -> FleetQueryResponse:
        """Query the facts of the fleet: POST /v1/fleet/query"""
        return self._send(
            Operation(
                method="POST",
                path="/v1/fleet/query",
                is_open=False,
                is_text=False,
                keys=("facts", ),
                repeat="always",
            ),
            path={},
            query={},
            headers={},
            body={"template": template, "filter": filter},
            call=call,
        )

    def enqueue_run(
        self,
        *,
        graph_id: str,
        params: Union[Dict[str, Any], None] = UNSET,
        idempotency_key: Union[str, None] = UNSET,
        call: Optional[CallOptions] = None,
    ) -> EnqueueRunResponse:
        """Enqueue a run of a graph: POST /v1/runs"""
        return self._send(
            Operation(
                method="POST",
                path="/v1/runs",
                is_open=False,
                is_text=False,
                keys=("run_id", "status", ),
                repeat="with_key",
            ),
            path={},
            query={},
            headers={},
            body={"graph_id": graph_id, "params": params, "idempotency_key": idempotency_key},
            call=call,
        )

    def list_runs(
        self,
        *,
        graph_id: str = UNSET,
        status: str = UNSET,
        limit: str = UNSET,
        cursor: str = UNSET,
        call: Optional[CallOptions] = None,
    ) -> RunList:
        """List runs, newest first: GET /v1/runs"""
        return self._send(
            Operation(
                method="GET",
                path="/v1/runs",
                is_open=False,
                is_text=False,
                keys=("runs", "next_cursor", ),
                repeat="always",
            ),
            path={},
            query={"graph_id": graph_id, "status": status, "limit": limit, "cursor": cursor},
            headers={},
            body=UNSET,
            call=call,
        )

    def read_run(
        self,
        *,
        run_id: str,
        attempt: str = UNSET,
        call: Optional[CallOptions] = None,
    ) -> RunRecord:
        """Read the record of a run: GET /v1/runs/{run_id}"""
        return self._send(
            Operation(
                method="GET",
                path="/v1/runs/{run_id}",
                is_open=False,
                is_text=False,
                keys=("run_id", "graph_id", "status", "params", "idempotency_key", "result", "error", "attempt", "created_at", "started_at", "finished_at", ),
                repeat="always",
            ),
            path={"run_id": run_id},
            query={"attempt": attempt},
            headers={},
            body=UNSET,
            call=call,
        )

    def metrics(
        self,
        *,
        call: Optional[CallOptions] = None,
    ) -> str:
        """Metrics in the text format of Prometheus: GET /metrics"""
        return self._send(
            Operation(
                method="GET",
                path="/metrics",
                is_open=False,
                is_text=True,
                keys=(),
                repeat="always",
            ),
            path={},
            query={},
            headers={},
            body=UNSET,
            call=call,
        )

    def list_replicas(
        self,
        *,
        call: Optional[CallOptions] = None,
    ) -> ReplicasResponse:
        """List the servers on the database: GET /v1/replicas"""
        return self._send(
            Operation(
                method="GET",
                path="/v1/replicas",
                is_open=False,
                is_text=False,
                keys=("replicas", ),
                repeat="always",
            ),
            path={},
            query={},
            headers={},
            body=UNSET,
            call=call,
        )

    def openapi(
        self,
        *,
        call: Optional[CallOptions] = None,
    ) -> OpenApiResponse:
        """This description: GET /openapi.json"""
        return self._send(
            Operation(
                method="GET",
                path="/openapi.json",
                is_open=False,
                is_text=False,
                keys=("openapi", ),
                repeat="always",
            ),
            path={},
            query={},
            headers={},
            body=UNSET,
            call=call,
        )
