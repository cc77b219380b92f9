/**
 * Written by `npm run generate` from the interface description of the service: what its operations take and answer.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With its path parameters in braces. */
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: 'path' | 'query' | 'header' }[];
  readonly hasBody: boolean;
  /** Needs no token. */
  readonly isOpen: boolean;
  readonly answer: 'json' | 'text';
  /** Keys that every answer has. */
  readonly keys: readonly string[];
  /** When it may be sent again whatever became of the first attempt. */
  readonly repeat: 'always' | 'unless_created' | 'with_key' | 'never';
}

/** Codes of refusals before anything was begun. */
export const NOT_BEGUN: readonly string[] = ['overloaded', 'shutting_down'];

/** Codes of a 503 that the same request would get again. */
export const LASTING: readonly string[] = [
  'audit_unavailable',
  'engine_not_mounted',
  'evaluation_limit',
  'evaluation_timeout',
  'fleet_not_served',
  'ruleset_root_not_configured',
];

export type AccessDecision = {
  /** True for `allow` and for nothing else. */
  readonly decision: boolean;
  readonly context?: {
    /** Decision of the rules, such as `escalate`. */
    readonly action?: string;
    readonly reason?: string;

    /** A caller that cannot comply must not go on. */
    readonly obligations?: readonly {
      readonly id: string;
      readonly type: string;
      readonly properties: JsonObject;
    }[];

    /** A person decides: request access at the access request endpoint. */
    readonly access_request?: { readonly expires_at: string };
    readonly error?: { readonly status: number; readonly message: string };
  };
};

export type AccessEvaluationRequest = {
  readonly subject: { readonly type: string; readonly id: string; readonly properties?: JsonObject };
  readonly action: { readonly name: string; readonly properties?: JsonObject };
  readonly resource: { readonly type: string; readonly id: string; readonly properties?: JsonObject };
  readonly context?: JsonObject;
};

export type AccessEvaluationsRequest = {
  readonly subject?: unknown;
  readonly action?: unknown;
  readonly resource?: unknown;
  readonly context?: unknown;

  /** If empty, the top level is the only evaluation, and the response is its decision. */
  readonly evaluations?: readonly JsonObject[];
  readonly options?: {
    readonly evaluations_semantic?: 'execute_all' | 'deny_on_first_deny' | 'permit_on_first_permit';
  };
};

export type AccessRequest = {
  readonly subject: { readonly type: string; readonly id: string; readonly properties?: JsonObject };
  readonly action: { readonly name: string; readonly properties?: JsonObject };
  readonly resource: { readonly type: string; readonly id: string; readonly properties?: JsonObject };
  readonly context?: JsonObject;
  readonly denial: {
    /** Id of the escalated decision. */
    readonly evaluation_id: string;

    /** Expiry time from the decision. */
    readonly expires_at: string;
  };
};

export type AccessTask = {
  readonly task: {
    readonly id: string;
    readonly status: 'pending' | 'approved' | 'denied' | 'expired';
    readonly status_endpoint: string;
    readonly expires_at: string;
  };

  /** When approved: evaluate again with `approval` in the context. */
  readonly result?: JsonObject;
};

export type ActionSearchRequest = {
  readonly subject: { readonly type: string; readonly id: string; readonly properties?: JsonObject };
  readonly resource: { readonly type: string; readonly id: string; readonly properties?: JsonObject };
  readonly context?: JsonObject;
  readonly page?: {
    readonly token?: string;

    /** How many results at most; 0: any number. */
    readonly limit?: number;
  };
};

export type AnswerApprovalRequest = {
  readonly decision: 'approved' | 'rejected';

  /** Is kept in the decision log, masked where the ruleset has sensitive slots. */
  readonly reason?: string;
};

export type Approval = {
  readonly id: string;
  readonly state: 'pending' | 'approved' | 'rejected' | 'expired';

  /** Name of the token that made the request. */
  readonly requester: string;

  /** `[masked]` where it may be sensitive. */
  readonly agent: string;
  readonly session: string | null;

  /** `[masked]` where it may be sensitive. */
  readonly tool: string;
  readonly server: string | null;

  /** `sha256:` and hex over the arguments as RFC 8785 writes them; null if masked. */
  readonly args_digest: string | null;

  /** Digest of `request`, which the approval is bound to; null if masked. */
  readonly request_digest: string | null;

  /** The ruleset that decided. */
  readonly ruleset: string;
  readonly ruleset_hash: string;
  readonly call_id: string;
  readonly reason: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly answered_at: string | null;
  readonly answered_by: string | null;

  /** The call that used it up. */
  readonly used_by: string | null;

  /** Budgets that the request exceeded: they do not escalate again. */
  readonly budgets?: readonly string[];

  /** The ruleset has sensitive slots. */
  readonly masked?: true;
  readonly args: unknown;

  /** The whole request as the rules see it, without the id and the time of the call; null if masked. */
  readonly request: JsonObject | null;
};

export type ApprovalsResponse = {
  readonly approvals: readonly ListedApproval[];

  /** Cursor of the next page, if it exists. */
  readonly next_cursor?: string;
};

export type AssertFactRequest = {
  readonly session_id: string;
  readonly template: string;
  readonly data: JsonObject;
};

export type AssertFactResponse = { readonly success?: boolean };

export type AuthzenConfiguration = {
  readonly policy_decision_point: string;
  readonly access_evaluation_endpoint: string;
  readonly access_evaluations_endpoint: string;
  readonly search_subject_endpoint: string;
  readonly search_resource_endpoint: string;
  readonly search_action_endpoint: string;
  readonly access_request_endpoint: string;

  /** Standard obligation types; rules can also define their own. */
  readonly supported_obligations?: readonly string[];
  readonly capabilities: readonly string[];
};

export type BatchDataRequest = { readonly inputs: JsonObject };

export type BatchDataResponse = {
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly http_status_code?: string;
        readonly result?: boolean | DecisionDocument;
        readonly code?: string;
        readonly message?: string;
      }
    >
  >;
};

export type BudgetsResponse = {
  readonly budgets: readonly {
    readonly ruleset: string;
    readonly budget: string;
    readonly session_id: string | null;
    readonly key: Readonly<Record<string, string | number | bigint | boolean | null>>;
    readonly window: string;
    readonly used: number;
    readonly reserved: number;

    /** Null if it depends on a fact. */
    readonly limit: number | null;
    readonly window_start: string | null;
    readonly window_end: string | null;
  }[];
  readonly next: string | null;
};

export type CallRequest = {
  /** Path of a ruleset under the root. */
  readonly ruleset: string;

  /** Name of the calling agent, set by the host and never from an argument. */
  readonly agent: string;

  /** Session whose facts also count; created if it does not exist. */
  readonly session?: string;

  /** require: the session must exist; it is not created. */
  readonly session_mode?: 'require';
  readonly tool: { readonly name: string; readonly server?: string; readonly annotations?: JsonObject };
  readonly call: {
    /** The same id again gets the same verdict from an approval. */
    readonly id: string;

    /** The arguments as they will be executed. */
    readonly args: unknown;
  };

  /** The same key with the same request counts once. Without it every call that is allowed counts again. */
  readonly idempotency_key?: string;

  /** Obligation types that the caller supports: an allow with another type becomes a deny. */
  readonly supported_obligations?: readonly string[];

  /** Facts of templates `from: host`, before all others: for a token with the role `host`. */
  readonly host_facts?: readonly FactInput[];

  /** observe: decide without requesting an approval, and count nothing. */
  readonly mode?: 'enforce' | 'observe';
};

export type CallVerdict = {
  readonly decision: string | null;
  readonly reason: string | null;

  /** `approval_refused`: the approval does not allow the call; `unhandled_obligation`: the caller cannot fulfil an obligation. */
  readonly code?: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly obligations: readonly { readonly type: string; readonly properties: JsonObject }[];
  readonly rule_trace: readonly string[];

  /** Document paths whose values the deciding rule could not use: missing, of another type or unreadable. Only for a rule that denies or escalates in doubt. */
  readonly missing?: readonly string[];
  readonly decision_id: string;

  /** With these, of a ruleset with budgets. */
  readonly replayed?: boolean;
  readonly counted?: boolean;
  readonly exceeded_budgets?: readonly string[];
  readonly reservation?: HeldReservation | null;
  readonly ruleset_hash: string;

  /** Proof of the decision, if the rules request one. */
  readonly attestation_token?: string;

  /** The one that an escalated call waits for, or that an allowed one used. */
  readonly approval?: { readonly id: string; readonly state: string; readonly expires_at: string };
};

export type CompileRequest = { readonly yaml_content: string };

export type CompileResponse = {
  readonly clips: string;
  readonly errors?: readonly string[];

  /** Omitted if there are none. */
  readonly warnings?: readonly string[];
};

export type CreateSessionRequest = {
  /** Path of a ruleset under the root. */
  readonly ruleset: string;

  /** Generated if omitted. */
  readonly session_id?: string;
};

export type CreateSessionResponse = { readonly session_id: string; readonly ruleset: string };

export type DataRequest = {
  /** Any document for a ruleset with `input:`, else an object. */
  readonly input?: unknown;
};

export type DataResponse = {
  /** Omitted if the path does not name a ruleset. */
  readonly result?: boolean | DecisionDocument;

  /** Identifier of the decision, if the whole decision is returned. */
  readonly decision_id?: string;
  readonly warning?: { readonly code: string; readonly message: string };
  readonly metrics?: Readonly<Record<string, number | bigint>>;
  readonly provenance?: JsonObject;
  readonly explanation?: readonly unknown[];
};

export type DecisionDocument = {
  readonly allow: boolean;
  readonly deny: boolean;

  /** Omitted if there is none. */
  readonly decision?: string;
  readonly reason: string | null;
  readonly rule_trace: readonly string[];
  readonly module_trace: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly duration_us: number;

  /** Obligations of the caller; a caller that cannot comply must not proceed. */
  readonly obligations?: readonly {
    readonly type: string;
    readonly properties: Readonly<
      Record<string, string | number | bigint | boolean | readonly (string | number | bigint | boolean)[]>
    >;
  }[];

  /** Document paths whose values the deciding rule could not use: missing, of another type or unreadable. Only for a rule that denies or escalates in doubt. */
  readonly missing?: readonly string[];

  /** Every firing in order, if `include` lists them. */
  readonly firings?: readonly {
    readonly rule: string;
    readonly action: string | null;
    readonly reason: string;
    readonly metadata: Readonly<Record<string, string>>;
    readonly scope: string | null;
    readonly notify: readonly string[];
    readonly obligations: readonly {
      readonly type: string;
      readonly properties: Readonly<
        Record<string, string | number | bigint | boolean | readonly (string | number | bigint | boolean)[]>
      >;
    }[];
    readonly facts: readonly {
      readonly template: string;
      readonly data: JsonObject;
      readonly rule?: string;
    }[];
  }[];

  /** All final facts, if `include` lists them. */
  readonly facts?: readonly {
    readonly template: string;
    readonly data: JsonObject;
    readonly rule?: string;
  }[];
};

export type DecisionProofResponse = string;

export type DecisionRecord = JsonObject;

export type DecisionRequest = {
  /** Optional if `input` is given. */
  readonly facts?: readonly FactInput[];

  /** Path of a ruleset under the root. */
  readonly ruleset: string;

  /** Facts of templates `from: host`, before all others: for a token with the role `host`. */
  readonly host_facts?: readonly FactInput[];

  /** A document that the `input:` of the ruleset turns into facts, before `facts`. Null is taken as left out. */
  readonly input?: unknown;

  /** Parts to add to the response; `budgets` needs the role `budgets`. */
  readonly include?: readonly ('firings' | 'facts' | 'budgets')[];

  /** Created if it never existed: 1 to 128 characters of A-Z, a-z, 0-9 and . _ : - */
  readonly session_id?: string | null;

  /** create: the session must not exist yet; require: the session must exist. */
  readonly session?: 'create' | 'require' | null;

  /** The same key with the same request counts once. Or the header `Idempotency-Key`. */
  readonly idempotency_key?: string;
};

export type DecisionResponse = {
  readonly counted: boolean;
  readonly exceeded_budgets: readonly string[];
  readonly budgets?: readonly {
    readonly budget: string;
    readonly key: Readonly<Record<string, string | number | bigint | boolean | null>>;
    readonly requested: number;
    readonly used: number;
    readonly reserved: number;
    readonly limit: number;
    readonly window_start: string | null;
    readonly window_end: string | null;
    readonly exceeded: boolean;
    readonly over?: boolean;
  }[];
  readonly decision: string | null;
  readonly reason: string | null;
  readonly rule_trace: readonly string[];
  readonly module_trace: readonly string[];
  readonly duration_us: number;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly attestation_token?: string | null;

  /** Obligations of the caller; a caller that cannot comply must not proceed. */
  readonly obligations?: readonly {
    readonly type: string;
    readonly properties: Readonly<
      Record<string, string | number | bigint | boolean | readonly (string | number | bigint | boolean)[]>
    >;
  }[];

  /** Document paths whose values the deciding rule could not use: missing, of another type or unreadable. Only for a rule that denies or escalates in doubt. */
  readonly missing?: readonly string[];

  /** Every firing in order, if `include` lists them. */
  readonly firings?: readonly {
    readonly rule: string;
    readonly action: string | null;
    readonly reason: string;
    readonly metadata: Readonly<Record<string, string>>;
    readonly scope: string | null;
    readonly notify: readonly string[];
    readonly obligations: readonly {
      readonly type: string;
      readonly properties: Readonly<
        Record<string, string | number | bigint | boolean | readonly (string | number | bigint | boolean)[]>
      >;
    }[];
    readonly facts: readonly {
      readonly template: string;
      readonly data: JsonObject;
      readonly rule?: string;
    }[];
  }[];

  /** All final facts, if `include` lists them. */
  readonly facts?: readonly {
    readonly template: string;
    readonly data: JsonObject;
    readonly rule?: string;
  }[];
  readonly decision_id: string;
  readonly replayed: boolean;
  readonly reservation: HeldReservation | null;
};

export type DecisionsResponse = {
  readonly decisions: readonly DecisionRecord[];

  /** Cursor of the next page; null after the last. */
  readonly next: string | null;

  /** Everything from this time on was looked at. */
  readonly scanned_to: string;
};

export type DeleteSessionResponse = { readonly deleted: boolean };

export type EnqueueRunRequest = {
  /** Name of a file in the folder graphs under the root, without its ending. */
  readonly graph_id: string;
  readonly params?: JsonObject | null;

  /** Requests with the same key start one run. */
  readonly idempotency_key?: string | null;
};

export type EnqueueRunResponse = {
  readonly run_id: string;
  readonly status: 'pending' | 'running' | 'succeeded' | 'failed';
};

export type EvaluateRequest = {
  /** Optional if `input` is given. */
  readonly facts?: readonly FactInput[];

  /** Path of a ruleset under the root. */
  readonly ruleset: string;

  /** Facts of templates `from: host`, before all others: for a token with the role `host`. */
  readonly host_facts?: readonly FactInput[];

  /** A document that the `input:` of the ruleset turns into facts, before `facts`. Null is taken as left out. */
  readonly input?: unknown;

  /** Parts to add to the response: every firing, all final facts. `budgets` is for a preview and needs the role `budgets`. */
  readonly include?: readonly ('firings' | 'facts' | 'budgets')[];

  /** true: the decision that `POST /v1/decisions` would make now. Nothing is counted. */
  readonly preview?: boolean;

  /** Created if it never existed: 1 to 128 characters of A-Z, a-z, 0-9 and . _ : - */
  readonly session_id?: string | null;

  /** create: the session must not exist yet; require: the session must exist. */
  readonly session?: 'create' | 'require' | null;
};

export type EvaluateResponse = {
  /** Only in a preview: false. */
  readonly counted?: boolean;

  /** Only in a preview: true if the decision would count. */
  readonly consumes?: boolean;
  readonly exceeded_budgets?: readonly string[];
  readonly budgets?: readonly {
    readonly budget: string;
    readonly key: Readonly<Record<string, string | number | bigint | boolean | null>>;
    readonly requested: number;
    readonly used: number;
    readonly reserved: number;
    readonly limit: number;
    readonly window_start: string | null;
    readonly window_end: string | null;
    readonly exceeded: boolean;
    readonly over?: boolean;
  }[];
  readonly decision: string | null;
  readonly reason: string | null;
  readonly rule_trace: readonly string[];
  readonly module_trace: readonly string[];
  readonly duration_us: number;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly attestation_token?: string | null;

  /** Obligations of the caller; a caller that cannot comply must not proceed. */
  readonly obligations?: readonly {
    readonly type: string;
    readonly properties: Readonly<
      Record<string, string | number | bigint | boolean | readonly (string | number | bigint | boolean)[]>
    >;
  }[];

  /** Document paths whose values the deciding rule could not use: missing, of another type or unreadable. Only for a rule that denies or escalates in doubt. */
  readonly missing?: readonly string[];

  /** Every firing in order, if `include` lists them. */
  readonly firings?: readonly {
    readonly rule: string;
    readonly action: string | null;
    readonly reason: string;
    readonly metadata: Readonly<Record<string, string>>;
    readonly scope: string | null;
    readonly notify: readonly string[];
    readonly obligations: readonly {
      readonly type: string;
      readonly properties: Readonly<
        Record<string, string | number | bigint | boolean | readonly (string | number | bigint | boolean)[]>
      >;
    }[];
    readonly facts: readonly {
      readonly template: string;
      readonly data: JsonObject;
      readonly rule?: string;
    }[];
  }[];

  /** All final facts, if `include` lists them. */
  readonly facts?: readonly {
    readonly template: string;
    readonly data: JsonObject;
    readonly rule?: string;
  }[];
};

export type ExplainRequest = {
  /** Optional if `input` is given. */
  readonly facts?: readonly FactInput[];

  /** Path of a ruleset under the root. */
  readonly ruleset: string;

  /** Facts of templates `from: host`, before all others: for a token with the role `host`. */
  readonly host_facts?: readonly FactInput[];

  /** A document that the `input:` of the ruleset turns into facts, before `facts`. */
  readonly input?: unknown;

  /** Existing session of the evaluation; it is not changed. */
  readonly session_id?: string | null;

  /** create: the session must not exist yet; require: the session must exist. */
  readonly session?: 'create' | 'require' | null;

  /** Only why this rule did not fire. */
  readonly rule?: string;

  /** Look for small changes that lead to another decision, or to this one. */
  readonly flip?: boolean | string;
};

export type ExplainResponse = {
  readonly version: number;
  readonly ruleset: string;
  readonly decision: string | null;
  readonly reason: string | null;
  readonly winner: number | null;

  /** Document paths whose values the deciding rule could not use: missing, of another type or unreadable. Only for a rule that denies or escalates in doubt. */
  readonly missing?: readonly string[];
  readonly beaten: readonly JsonObject[];
  readonly firings: readonly JsonObject[];
  readonly facts: readonly JsonObject[];
  readonly not_fired: readonly JsonObject[];
  readonly flips?: JsonObject;

  /** The sums of budgets that the decision would be made on, for a token with the role `budgets`. */
  readonly budgets?: readonly JsonObject[];
};

export type FactInput = { readonly template: string; readonly data: JsonObject };

export type FleetFactRequest = { readonly template: string; readonly data: JsonObject };

export type FleetFactResponse = {
  readonly success: boolean;

  /** False: the fleet had an equal fact. */
  readonly created: boolean;
};

export type FleetFilterRequest = { readonly template: string; readonly filter?: JsonObject | null };

export type FleetQueryResponse = { readonly facts: readonly JsonObject[] };

export type FleetRetractResponse = { readonly retracted_count: number };

export type HealthResponse = Readonly<Record<string, string>>;

export type HeldReservation = {
  readonly id: string;
  readonly state: 'reserved' | 'committed' | 'released' | 'expired';
  readonly expires_at: string;
};

export type JwksResponse = {
  readonly keys: readonly {
    readonly kty: 'OKP';
    readonly crv: 'Ed25519';
    readonly x: string;

    /** RFC 7638 thumbprint. */
    readonly kid: string;
    readonly use: 'sig';
    readonly alg: string;
  }[];
};

export type ListedApproval = {
  readonly id: string;
  readonly state: 'pending' | 'approved' | 'rejected' | 'expired';

  /** Name of the token that made the request. */
  readonly requester: string;

  /** `[masked]` where it may be sensitive. */
  readonly agent: string;
  readonly session: string | null;

  /** `[masked]` where it may be sensitive. */
  readonly tool: string;
  readonly server: string | null;

  /** `sha256:` and hex over the arguments as RFC 8785 writes them; null if masked. */
  readonly args_digest: string | null;

  /** Digest of `request`, which the approval is bound to; null if masked. */
  readonly request_digest: string | null;

  /** The ruleset that decided. */
  readonly ruleset: string;
  readonly ruleset_hash: string;
  readonly call_id: string;
  readonly reason: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly answered_at: string | null;
  readonly answered_by: string | null;

  /** The call that used it up. */
  readonly used_by: string | null;

  /** Budgets that the request exceeded: they do not escalate again. */
  readonly budgets?: readonly string[];

  /** The ruleset has sensitive slots. */
  readonly masked?: true;
};

export type LivezResponse = { readonly status: string };

export type ModulesResponse = {
  readonly modules: readonly {
    readonly name: string;
    readonly description: string;
    readonly priority: number;
    readonly rules: number;
  }[];
};

export type NodeOutcome = {
  readonly status: 'succeeded' | 'failed' | 'skipped' | 'not_started';
  readonly decision: string | null;
  readonly reason: string | null;
  readonly rule_trace: readonly string[];
  readonly module_trace: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly duration_us: number;
  readonly error: RunError | null;
};

export type OpenApiResponse = { readonly openapi: '3.1.0' };

export type QueryFactsRequest = {
  readonly session_id: string;
  readonly template: string;
  readonly filter?: JsonObject | null;
};

export type QueryFactsResponse = { readonly facts: readonly JsonObject[] };

export type ReadyzResponse = {
  readonly status: string;

  /** `ok`, or what is wrong. */
  readonly checks: Readonly<Record<string, string>>;
};

export type ReplicasResponse = {
  readonly replicas: readonly {
    readonly id: string;

    /** Version of ferrule. */
    readonly version: string;

    /** Name of what is mounted; null on a stock server. */
    readonly ruleset: string | null;
    readonly hash: string | null;
    readonly started_at: string;

    /** When the database last heard from it. */
    readonly seen_at: string;

    /** Null where servers share them. */
    readonly sessions: number | null;
    readonly workers: number;

    /** It is shutting down. */
    readonly draining: boolean;
  }[];
};

export type ReservationResponse = {
  readonly id: string;
  readonly state: 'reserved' | 'committed' | 'released' | 'expired';
  readonly settled: readonly {
    readonly budget: string;
    readonly key: Readonly<Record<string, string | number | bigint | boolean>>;
    readonly reserved: number;
    readonly amount: number;
  }[];
  readonly over: boolean;
  readonly late: boolean;
  readonly expires_at: string;
};

export type ResetBudgetRequest = { readonly ruleset: string; readonly budget: string };

export type ResetBudgetResponse = { readonly reset: number };

export type ResourceSearchRequest = {
  readonly subject: { readonly type: string; readonly id: string; readonly properties?: JsonObject };
  readonly action: { readonly name: string; readonly properties?: JsonObject };
  readonly resource: { readonly type: string; readonly id?: unknown; readonly properties?: JsonObject };
  readonly context?: JsonObject;
  readonly page?: {
    readonly token?: string;

    /** How many results at most; 0: any number. */
    readonly limit?: number;
  };
};

export type RetractFactsRequest = {
  readonly session_id: string;
  readonly template: string;
  readonly filter?: JsonObject | null;
};

export type RetractFactsResponse = { readonly retracted_count: number };

export type RootResponse = {
  readonly name: 'ferrule';
  readonly version: string;
  readonly links: {
    /** Description of all endpoints; needs a token. */
    readonly openapi: string;

    /** Version and ruleset of the service. */
    readonly status: string;

    /** Path of the liveness check. */
    readonly livez: string;

    /** Path of the readiness check. */
    readonly readyz: string;
  };
};

export type RulesResponse = {
  readonly rules: readonly {
    readonly name: string;
    readonly module: string;
    readonly description: string;
    readonly salience: number;
    readonly action: string | null;
    readonly position: string;
  }[];
};

export type RulesetDryRunResponse = {
  readonly dry_run: true;
  readonly ruleset_hash_before: string;
  readonly ruleset_hash_after: string;
  readonly rules: number;
  readonly templates: number;
  readonly modules: number;
  readonly warnings: readonly string[];

  /** Number of recent decisions that were evaluated again. */
  readonly decisions: number;

  /** Number of compared decisions that are identical. */
  readonly same: number;

  /** The same decision by other rules, or for another reason. */
  readonly other_reasons: number;

  /** Decisions whose facts are no longer available. */
  readonly left_out: number;
  readonly changes: readonly {
    /** A decision, or `error:` and a code. */
    readonly before: string;
    readonly after: string;
    readonly count: number;

    /** Rules that would no longer fire, with counts. */
    readonly rules_before: Readonly<Record<string, number>>;

    /** Rules that would fire. */
    readonly rules_after: Readonly<Record<string, number>>;
    readonly example: { readonly decision_id: string | null };
  }[];
};

export type RulesetReloadRequest = {
  /** Exactly one of the three sources is given. */
  readonly ruleset_path?: string | null;
  readonly ruleset_yaml?: string | null;

  /** A ruleset that was loaded before. */
  readonly ruleset_hash?: string | null;

  /** With ruleset_hash: the version number in its signature. */
  readonly version?: number | null;

  /** Budgets that changed while uses are live, and that begin at 0. */
  readonly reset_budgets?: readonly string[];

  /** Base64 of a raw 64-byte Ed25519 signature over the YAML bytes. */
  readonly signature?: string | null;
};

export type RulesetReloadResponse = {
  readonly ruleset_hash_before: string;
  readonly ruleset_hash_after: string;
  readonly loaded_at: string;
  readonly rules: number;
  readonly templates: number;
  readonly modules: number;
  readonly warnings: readonly string[];
  readonly attestation_token: string | null;
};

export type RulesetSourceResponse = {
  /** Name for documents that give none. */
  readonly name: string;
  readonly hash: string;

  /** Its files, with those that it imports. */
  readonly files: readonly SourceFile[];

  /** What a reload kept of earlier files, newest first; left out for a version of its own. */
  readonly base?: readonly (readonly SourceFile[])[];
};

export type RulesetsResponse = {
  readonly rulesets: readonly {
    /** Its path under the root, or the name of what is mounted. */
    readonly name: string;
    readonly hash: string;
    readonly mounted: boolean;
  }[];
};

export type RunError = { readonly error: string; readonly detail: string; readonly field: string | null };

export type RunList = {
  readonly runs: readonly RunRecord[];

  /** Cursor of the next page; null on the last page. */
  readonly next_cursor: string | null;
};

export type RunRecord = {
  readonly run_id: string;
  readonly graph_id: string;
  readonly status: 'pending' | 'running' | 'succeeded' | 'failed';
  readonly params: JsonObject;
  readonly idempotency_key: string | null;
  readonly result: {
    readonly decision: string | null;
    readonly reason: string | null;
    readonly nodes: Readonly<Record<string, NodeOutcome>>;
  } | null;
  readonly error: RunError | null;
  readonly attempt: number;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
};

export type SearchResponse = {
  readonly page?: {
    /** Token of the next page; empty on the last page. */
    readonly next_token: string;
  };
  readonly results: readonly {
    readonly type?: string;
    readonly id?: string;
    readonly name?: string;

    /** A caller that cannot comply must leave this result out. */
    readonly obligations?: readonly {
      readonly id: string;
      readonly type: string;
      readonly properties: JsonObject;
    }[];
  }[];
};

export type SessionResponse = {
  readonly session_id: string;

  /** Path of the ruleset that it is bound to. */
  readonly ruleset: string;
  readonly facts: number;

  /** Size of its facts as sent. */
  readonly bytes: number;

  /** ISO 8601. */
  readonly created_at: string;
  readonly age_seconds: number;
};

export type SettleRequest = {
  /** The amount spent, or one for each key that the decision holds. */
  readonly commit?:
    | number
    | readonly {
        readonly budget: string;
        readonly key: Readonly<Record<string, string | number | bigint | boolean>>;
        readonly amount: number;
      }[];

  /** Nothing was spent. */
  readonly release?: true;
};

export type SourceFile = { readonly path: string; readonly text: string };

export type StatusResponse = {
  /** Hash of the mounted ruleset, as sha256: and hex. */
  readonly ruleset_hash: string | null;
  readonly version: string;

  /** Version of the time zone data, as `2025b`. */
  readonly time_zones: string;

  /** ISO 8601 time of the last load. */
  readonly loaded_at: string | null;

  /** Number of warnings of the mounted ruleset. */
  readonly warnings?: string;

  /** True if a mounted server still serves the ruleset that it started with. */
  readonly ruleset_origin?: 'mounted' | 'reloaded';

  /** Reason why requested tokens are not issued. */
  readonly attestation_problem?: string;

  /** Problem of the decision log. */
  readonly audit_problem?: string;

  /** Name of the fleet, for a server in one. */
  readonly fleet?: string;

  /** Number of the last fleet change that this server knows. */
  readonly fleet_sequence?: string;

  /** Number of the last reload, for a mounted server on a shared database. */
  readonly replica_version?: string;

  /** Reason why this server has not loaded that reload. */
  readonly replica_problem?: string | null;
};

export type SubjectSearchRequest = {
  readonly subject: { readonly type: string; readonly id?: unknown; readonly properties?: JsonObject };
  readonly action: { readonly name: string; readonly properties?: JsonObject };
  readonly resource: { readonly type: string; readonly id: string; readonly properties?: JsonObject };
  readonly context?: JsonObject;
  readonly page?: {
    readonly token?: string;

    /** How many results at most; 0: any number. */
    readonly limit?: number;
  };
};

export type TemplatesResponse = {
  readonly templates: readonly {
    readonly name: string;
    readonly description: string;
    readonly scope: 'session' | 'fleet';

    /** Maximum number of its facts in one evaluation. */
    readonly at_most?: number;

    /** Only the host provides its facts. */
    readonly from?: 'host';
    readonly ttl: number | bigint | null;
    readonly slots: readonly {
      readonly name: string;
      readonly type: 'STRING' | 'SYMBOL' | 'INTEGER' | 'FLOAT' | 'BOOLEAN' | 'TIME';
      readonly list?: true;
      readonly max_items?: number | null;
      readonly required: boolean;
      readonly default:
        string | number | bigint | boolean | readonly (string | number | bigint | boolean)[] | null;
      readonly allowed_values: readonly string[] | null;
    }[];
  }[];
};

/** Parameters and results of each operation. */
export interface Operations {
  /** Name, version and links: GET / */
  readonly root: {
    readonly parameters: null;
    readonly body: null;
    readonly answer: RootResponse;
  };

  /** The default decision on the raw body: POST / */
  readonly defaultDecision: {
    readonly parameters: null;
    readonly body: JsonObject | null;
    readonly answer: boolean | DecisionDocument;
  };

  /** Liveness: GET /health */
  readonly health: {
    readonly parameters: null;
    readonly body: null;
    readonly answer: HealthResponse;
  };

  /** Liveness: 200 if the process responds: GET /livez */
  readonly livez: {
    readonly parameters: null;
    readonly body: null;
    readonly answer: LivezResponse;
  };

  /** Readiness: 200 if the service can take requests, otherwise 503: GET /readyz */
  readonly readyz: {
    readonly parameters: null;
    readonly body: null;
    readonly answer: ReadyzResponse;
  };

  /** Hash of the mounted ruleset, version, time of the last load: GET /v1/status */
  readonly status: {
    readonly parameters: null;
    readonly body: null;
    readonly answer: StatusResponse;
  };

  /** Public keys of attestation tokens and checkpoints: GET /.well-known/jwks.json */
  readonly jwks: {
    readonly parameters: null;
    readonly body: null;
    readonly answer: JwksResponse;
  };

  /** Evaluate facts against a ruleset: POST /v1/evaluate */
  readonly evaluate: {
    readonly parameters: null;
    readonly body: EvaluateRequest;
    readonly answer: EvaluateResponse;
  };

  /** Decide, and count what the decision uses: POST /v1/decisions */
  readonly decide: {
    readonly parameters: null;
    readonly body: DecisionRequest;
    readonly answer: DecisionResponse;
  };

  /** List recorded decisions, newest first: GET /v1/decisions */
  readonly listDecisions: {
    readonly parameters: {
      /** Only those from this time on. */
      readonly from?: string;

      /** Only those before this time. */
      readonly to?: string;

      /** Only those with this decision, such as `deny`. */
      readonly decision?: string;

      /** Only those for which this rule fired, as `module::rule`. */
      readonly rule?: string;

      /** Only those of this token. */
      readonly actor?: string;

      /** Only those of the ruleset with this name. */
      readonly ruleset?: string;

      /** Only those of this version. */
      readonly hash?: string;

      /** Maximum number of results (default: 100, at most 500). */
      readonly limit?: string;

      /** The `next` of the previous page, with the same filter. */
      readonly cursor?: string;
    };
    readonly body: null;
    readonly answer: DecisionsResponse;
  };

  /** Read a recorded decision: GET /v1/decisions/{id} */
  readonly readDecision: {
    readonly parameters: {
      /** The decision. */
      readonly id: string;
    };
    readonly body: null;
    readonly answer: DecisionRecord;
  };

  /** Prove that a decision is in the log: GET /v1/decisions/{id}/proof */
  readonly proveDecision: {
    readonly parameters: {
      /** The decision. */
      readonly id: string;
    };
    readonly body: null;
    readonly answer: DecisionProofResponse;
  };

  /** Commit or release what a decision holds: POST /v1/reservations/{id} */
  readonly settleReservation: {
    readonly parameters: {
      /** The decision that holds it. */
      readonly id: string;
    };
    readonly body: SettleRequest;
    readonly answer: ReservationResponse;
  };

  /** Read what a decision holds: GET /v1/reservations/{id} */
  readonly readReservation: {
    readonly parameters: {
      /** The decision that holds it. */
      readonly id: string;
    };
    readonly body: null;
    readonly answer: ReservationResponse;
  };

  /** List what budgets have counted: GET /v1/budgets */
  readonly listBudgets: {
    readonly parameters: {
      /** Only those of this ruleset. */
      readonly ruleset?: string;

      /** Only this budget. */
      readonly budget?: string;

      /** Only those of this session. */
      readonly session_id?: string;

      /** Maximum number of results (default: 100, at most 1000). */
      readonly limit?: string;

      /** The `next` of the previous page. */
      readonly cursor?: string;
    };
    readonly body: null;
    readonly answer: BudgetsResponse;
  };

  /** Forget what a budget has counted: POST /v1/budgets/reset */
  readonly resetBudget: {
    readonly parameters: null;
    readonly body: ResetBudgetRequest;
    readonly answer: ResetBudgetResponse;
  };

  /** List versions of rulesets: GET /v1/rulesets */
  readonly listRulesets: {
    readonly parameters: null;
    readonly body: null;
    readonly answer: RulesetsResponse;
  };

  /** Read the sources of a version of a ruleset: GET /v1/rulesets/{hash}/source */
  readonly readRulesetSource: {
    readonly parameters: {
      /** Hash of the version, as sha256: and hex. */
      readonly hash: string;
    };
    readonly body: null;
    readonly answer: RulesetSourceResponse;
  };

  /** Explain how facts are decided: POST /v1/explain */
  readonly explain: {
    readonly parameters: null;
    readonly body: ExplainRequest;
    readonly answer: ExplainResponse;
  };

  /** Assert one fact into a session: POST /v1/facts */
  readonly assertFact: {
    readonly parameters: null;
    readonly body: AssertFactRequest;
    readonly answer: AssertFactResponse;
  };

  /** Retract facts by template and filter: DELETE /v1/facts */
  readonly retractFacts: {
    readonly parameters: null;
    readonly body: RetractFactsRequest;
    readonly answer: RetractFactsResponse;
  };

  /** Query the facts of a session: POST /v1/query */
  readonly queryFacts: {
    readonly parameters: null;
    readonly body: QueryFactsRequest;
    readonly answer: QueryFactsResponse;
  };

  /** Compile YAML to rule-engine constructs: POST /v1/compile */
  readonly compile: {
    readonly parameters: null;
    readonly body: CompileRequest;
    readonly answer: CompileResponse;
  };

  /** List registered templates: GET /v1/templates */
  readonly templates: {
    readonly parameters: {
      /** Selects a session; required on a stock server. */
      readonly 'X-Session-Id'?: string;
    };
    readonly body: null;
    readonly answer: TemplatesResponse;
  };

  /** List loaded rules: GET /v1/rules */
  readonly rules: {
    readonly parameters: {
      /** Selects a session; required on a stock server. */
      readonly 'X-Session-Id'?: string;
    };
    readonly body: null;
    readonly answer: RulesResponse;
  };

  /** List registered modules: GET /v1/modules */
  readonly modules: {
    readonly parameters: {
      /** Selects a session; required on a stock server. */
      readonly 'X-Session-Id'?: string;
    };
    readonly body: null;
    readonly answer: ModulesResponse;
  };

  /** Swap the loaded ruleset: POST /v1/rules/reload */
  readonly reload: {
    readonly parameters: {
      /** `true`: report how the last decisions would change, without a reload. */
      readonly dry_run?: string;
    };
    readonly body: RulesetReloadRequest;
    readonly answer: RulesetReloadResponse | RulesetDryRunResponse;
  };

  /** Data API evaluation: POST /v1/data/{path} */
  readonly postData: {
    readonly parameters: {
      /** Name of a ruleset; a last segment `allow` or `deny` returns a boolean. */
      readonly path: string;

      /** Template of the fact that the input becomes. Default: input. */
      readonly template?: string;

      /** Indents the response. */
      readonly pretty?: string;

      /** Adds timers in nanoseconds. */
      readonly metrics?: string;

      /** Adds the version and the hash of the ruleset. */
      readonly provenance?: string;

      /** Parts to add to the whole decision: `firings`, `facts`, comma-separated. */
      readonly include?: string;

      /** `notes` or `full` adds the rules that fired. */
      readonly explain?: string;
    };
    readonly body: DataRequest;
    readonly answer: DataResponse;
  };

  /** Data API evaluation with the input as a query parameter: GET /v1/data/{path} */
  readonly getData: {
    readonly parameters: {
      /** Name of a ruleset; a last segment `allow` or `deny` returns a boolean. */
      readonly path: string;

      /** Template of the fact that the input becomes. Default: input. */
      readonly template?: string;

      /** Indents the response. */
      readonly pretty?: string;

      /** Adds timers in nanoseconds. */
      readonly metrics?: string;

      /** Adds the version and the hash of the ruleset. */
      readonly provenance?: string;

      /** Parts to add to the whole decision: `firings`, `facts`, comma-separated. */
      readonly include?: string;

      /** `notes` or `full` adds the rules that fired. */
      readonly explain?: string;

      /** The input as JSON text. Query strings may be logged on the way: sensitive input belongs in a body. */
      readonly input?: string;
    };
    readonly body: null;
    readonly answer: DataResponse;
  };

  /** Data API evaluation of several inputs; 207 when some of them fail: POST /v1/batch/data/{path} */
  readonly batchData: {
    readonly parameters: {
      /** Name of a ruleset; a last segment `allow` or `deny` returns a boolean. */
      readonly path: string;

      /** Template of the fact that the input becomes. Default: input. */
      readonly template?: string;

      /** Indents the response. */
      readonly pretty?: string;

      /** Adds timers in nanoseconds. */
      readonly metrics?: string;

      /** Adds the version and the hash of the ruleset. */
      readonly provenance?: string;

      /** Parts to add to the whole decision: `firings`, `facts`, comma-separated. */
      readonly include?: string;

      /** `notes` or `full` adds the rules that fired. */
      readonly explain?: string;
    };
    readonly body: BatchDataRequest;
    readonly answer: BatchDataResponse;
  };

  /** AuthZEN access evaluation: POST /access/v1/evaluation */
  readonly authzenEvaluation: {
    readonly parameters: {
      /** Existing session whose facts also count. */
      readonly 'ferrule-session-id'?: string;
    };
    readonly body: AccessEvaluationRequest;
    readonly answer: AccessDecision;
  };

  /** AuthZEN access evaluations: POST /access/v1/evaluations */
  readonly authzenEvaluations: {
    readonly parameters: {
      /** Existing session whose facts also count. */
      readonly 'ferrule-session-id'?: string;
    };
    readonly body: AccessEvaluationsRequest;
    readonly answer: AccessDecision | { readonly evaluations: readonly AccessDecision[] };
  };

  /** AuthZEN subject search: POST /access/v1/search/subject */
  readonly authzenSubjectSearch: {
    readonly parameters: {
      /** Existing session whose facts also count. */
      readonly 'ferrule-session-id'?: string;
    };
    readonly body: SubjectSearchRequest;
    readonly answer: SearchResponse;
  };

  /** AuthZEN resource search: POST /access/v1/search/resource */
  readonly authzenResourceSearch: {
    readonly parameters: {
      /** Existing session whose facts also count. */
      readonly 'ferrule-session-id'?: string;
    };
    readonly body: ResourceSearchRequest;
    readonly answer: SearchResponse;
  };

  /** AuthZEN action search: POST /access/v1/search/action */
  readonly authzenActionSearch: {
    readonly parameters: {
      /** Existing session whose facts also count. */
      readonly 'ferrule-session-id'?: string;
    };
    readonly body: ActionSearchRequest;
    readonly answer: SearchResponse;
  };

  /** AuthZEN endpoint metadata: GET /.well-known/authzen-configuration */
  readonly authzenConfiguration: {
    readonly parameters: null;
    readonly body: null;
    readonly answer: AuthzenConfiguration;
  };

  /** Request access that AuthZEN escalated: POST /access/v1/requests */
  readonly authzenAccessRequest: {
    readonly parameters: {
      /** Existing session whose facts also count. */
      readonly 'ferrule-session-id'?: string;
    };
    readonly body: AccessRequest;
    readonly answer: AccessTask;
  };

  /** Read the state of an access request: GET /access/v1/requests/{id} */
  readonly authzenAccessRequestStatus: {
    readonly parameters: {
      /** The task. */
      readonly id: string;
    };
    readonly body: null;
    readonly answer: AccessTask;
  };

  /** Decide a tool call: POST /v1/calls */
  readonly decideCall: {
    readonly parameters: null;
    readonly body: CallRequest;
    readonly answer: CallVerdict;
  };

  /** List approvals, oldest first: GET /v1/approvals */
  readonly listApprovals: {
    readonly parameters: {
      /** Only those that are pending, approved, rejected or expired. */
      readonly state?: string;

      /** Maximum number of results (default: 100, at most 1000). */
      readonly limit?: string;

      /** The `next_cursor` of the previous page. */
      readonly cursor?: string;
    };
    readonly body: null;
    readonly answer: ApprovalsResponse;
  };

  /** Read an approval, or wait for its decision: GET /v1/approvals/{id} */
  readonly readApproval: {
    readonly parameters: {
      /** The approval. */
      readonly id: string;

      /** Seconds to wait (at most 60) until it is no longer pending. */
      readonly wait?: string;
    };
    readonly body: null;
    readonly answer: Approval;
  };

  /** Approve or reject a call: POST /v1/approvals/{id} */
  readonly answerApproval: {
    readonly parameters: {
      /** The approval. */
      readonly id: string;
    };
    readonly body: AnswerApprovalRequest;
    readonly answer: ListedApproval;
  };

  /** Create a session: POST /v1/sessions */
  readonly createSession: {
    readonly parameters: null;
    readonly body: CreateSessionRequest;
    readonly answer: CreateSessionResponse;
  };

  /** Ruleset, facts and age of a session: GET /v1/sessions/{session_id} */
  readonly readSession: {
    readonly parameters: {
      /** The session. */
      readonly session_id: string;
    };
    readonly body: null;
    readonly answer: SessionResponse;
  };

  /** End a session: DELETE /v1/sessions/{session_id} */
  readonly deleteSession: {
    readonly parameters: {
      /** The session. */
      readonly session_id: string;
    };
    readonly body: null;
    readonly answer: DeleteSessionResponse;
  };

  /** Assert a fact in all members of the fleet: POST /v1/fleet/facts */
  readonly assertFleetFact: {
    readonly parameters: null;
    readonly body: FleetFactRequest;
    readonly answer: FleetFactResponse;
  };

  /** Retract facts of the fleet by template and filter: DELETE /v1/fleet/facts */
  readonly retractFleetFacts: {
    readonly parameters: null;
    readonly body: FleetFilterRequest;
    readonly answer: FleetRetractResponse;
  };

  /** Query the facts of the fleet: POST /v1/fleet/query */
  readonly queryFleetFacts: {
    readonly parameters: null;
    readonly body: FleetFilterRequest;
    readonly answer: FleetQueryResponse;
  };

  /** Enqueue a run of a graph: POST /v1/runs */
  readonly enqueueRun: {
    readonly parameters: null;
    readonly body: EnqueueRunRequest;
    readonly answer: EnqueueRunResponse;
  };

  /** List runs, newest first: GET /v1/runs */
  readonly listRuns: {
    readonly parameters: {
      /** Only runs of this graph. */
      readonly graph_id?: string;

      /** Only runs in this state. */
      readonly status?: string;

      /** Runs per page: 1 to 100 (default: 20). */
      readonly limit?: string;

      /** The `next_cursor` of the previous page. */
      readonly cursor?: string;
    };
    readonly body: null;
    readonly answer: RunList;
  };

  /** Read the record of a run: GET /v1/runs/{run_id} */
  readonly readRun: {
    readonly parameters: {
      /** The `run_id` of the run, as the request that enqueued it returned it. */
      readonly run_id: string;

      /** One attempt of it (default: the latest that the token sees). */
      readonly attempt?: string;
    };
    readonly body: null;
    readonly answer: RunRecord;
  };

  /** Metrics in the text format of Prometheus: GET /metrics */
  readonly metrics: {
    readonly parameters: null;
    readonly body: null;
    readonly answer: string;
  };

  /** List the servers on the database: GET /v1/replicas */
  readonly listReplicas: {
    readonly parameters: null;
    readonly body: null;
    readonly answer: ReplicasResponse;
  };

  /** This description: GET /openapi.json */
  readonly openapi: {
    readonly parameters: null;
    readonly body: null;
    readonly answer: OpenApiResponse;
  };
}

/** How each operation is sent. */
export const OPERATIONS = {
  root: {
    method: 'GET',
    path: '/',
    parameters: [],
    hasBody: false,
    isOpen: true,
    answer: 'json',
    keys: ['name', 'version', 'links'],
    repeat: 'always',
  },
  defaultDecision: {
    method: 'POST',
    path: '/',
    parameters: [],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: [],
    repeat: 'always',
  },
  health: {
    method: 'GET',
    path: '/health',
    parameters: [],
    hasBody: false,
    isOpen: true,
    answer: 'json',
    keys: [],
    repeat: 'always',
  },
  livez: {
    method: 'GET',
    path: '/livez',
    parameters: [],
    hasBody: false,
    isOpen: true,
    answer: 'json',
    keys: ['status'],
    repeat: 'always',
  },
  readyz: {
    method: 'GET',
    path: '/readyz',
    parameters: [],
    hasBody: false,
    isOpen: true,
    answer: 'json',
    keys: ['status', 'checks'],
    repeat: 'always',
  },
  status: {
    method: 'GET',
    path: '/v1/status',
    parameters: [],
    hasBody: false,
    isOpen: true,
    answer: 'json',
    keys: ['ruleset_hash', 'version', 'time_zones', 'loaded_at'],
    repeat: 'always',
  },
  jwks: {
    method: 'GET',
    path: '/.well-known/jwks.json',
    parameters: [],
    hasBody: false,
    isOpen: true,
    answer: 'json',
    keys: ['keys'],
    repeat: 'always',
  },
  evaluate: {
    method: 'POST',
    path: '/v1/evaluate',
    parameters: [],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: ['decision', 'reason', 'rule_trace', 'module_trace', 'duration_us'],
    repeat: 'unless_created',
  },
  decide: {
    method: 'POST',
    path: '/v1/decisions',
    parameters: [],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: [
      'counted',
      'exceeded_budgets',
      'decision',
      'reason',
      'rule_trace',
      'module_trace',
      'duration_us',
      'decision_id',
      'replayed',
      'reservation',
    ],
    repeat: 'with_key',
  },
  listDecisions: {
    method: 'GET',
    path: '/v1/decisions',
    parameters: [
      { name: 'from', in: 'query' },
      { name: 'to', in: 'query' },
      { name: 'decision', in: 'query' },
      { name: 'rule', in: 'query' },
      { name: 'actor', in: 'query' },
      { name: 'ruleset', in: 'query' },
      { name: 'hash', in: 'query' },
      { name: 'limit', in: 'query' },
      { name: 'cursor', in: 'query' },
    ],
    hasBody: false,
    isOpen: false,
    answer: 'json',
    keys: ['decisions', 'next', 'scanned_to'],
    repeat: 'always',
  },
  readDecision: {
    method: 'GET',
    path: '/v1/decisions/{id}',
    parameters: [{ name: 'id', in: 'path' }],
    hasBody: false,
    isOpen: false,
    answer: 'json',
    keys: [],
    repeat: 'always',
  },
  proveDecision: {
    method: 'GET',
    path: '/v1/decisions/{id}/proof',
    parameters: [{ name: 'id', in: 'path' }],
    hasBody: false,
    isOpen: false,
    answer: 'text',
    keys: [],
    repeat: 'always',
  },
  settleReservation: {
    method: 'POST',
    path: '/v1/reservations/{id}',
    parameters: [{ name: 'id', in: 'path' }],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: ['id', 'state', 'settled', 'over', 'late', 'expires_at'],
    repeat: 'always',
  },
  readReservation: {
    method: 'GET',
    path: '/v1/reservations/{id}',
    parameters: [{ name: 'id', in: 'path' }],
    hasBody: false,
    isOpen: false,
    answer: 'json',
    keys: ['id', 'state', 'settled', 'over', 'late', 'expires_at'],
    repeat: 'always',
  },
  listBudgets: {
    method: 'GET',
    path: '/v1/budgets',
    parameters: [
      { name: 'ruleset', in: 'query' },
      { name: 'budget', in: 'query' },
      { name: 'session_id', in: 'query' },
      { name: 'limit', in: 'query' },
      { name: 'cursor', in: 'query' },
    ],
    hasBody: false,
    isOpen: false,
    answer: 'json',
    keys: ['budgets', 'next'],
    repeat: 'always',
  },
  resetBudget: {
    method: 'POST',
    path: '/v1/budgets/reset',
    parameters: [],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: ['reset'],
    repeat: 'never',
  },
  listRulesets: {
    method: 'GET',
    path: '/v1/rulesets',
    parameters: [],
    hasBody: false,
    isOpen: false,
    answer: 'json',
    keys: ['rulesets'],
    repeat: 'always',
  },
  readRulesetSource: {
    method: 'GET',
    path: '/v1/rulesets/{hash}/source',
    parameters: [{ name: 'hash', in: 'path' }],
    hasBody: false,
    isOpen: false,
    answer: 'json',
    keys: ['name', 'hash', 'files'],
    repeat: 'always',
  },
  explain: {
    method: 'POST',
    path: '/v1/explain',
    parameters: [],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: ['version', 'ruleset', 'decision', 'reason', 'winner', 'beaten', 'firings', 'facts', 'not_fired'],
    repeat: 'never',
  },
  assertFact: {
    method: 'POST',
    path: '/v1/facts',
    parameters: [],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: [],
    repeat: 'never',
  },
  retractFacts: {
    method: 'DELETE',
    path: '/v1/facts',
    parameters: [],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: ['retracted_count'],
    repeat: 'never',
  },
  queryFacts: {
    method: 'POST',
    path: '/v1/query',
    parameters: [],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: ['facts'],
    repeat: 'always',
  },
  compile: {
    method: 'POST',
    path: '/v1/compile',
    parameters: [],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: ['clips'],
    repeat: 'always',
  },
  templates: {
    method: 'GET',
    path: '/v1/templates',
    parameters: [{ name: 'X-Session-Id', in: 'header' }],
    hasBody: false,
    isOpen: false,
    answer: 'json',
    keys: ['templates'],
    repeat: 'always',
  },
  rules: {
    method: 'GET',
    path: '/v1/rules',
    parameters: [{ name: 'X-Session-Id', in: 'header' }],
    hasBody: false,
    isOpen: false,
    answer: 'json',
    keys: ['rules'],
    repeat: 'always',
  },
  modules: {
    method: 'GET',
    path: '/v1/modules',
    parameters: [{ name: 'X-Session-Id', in: 'header' }],
    hasBody: false,
    isOpen: false,
    answer: 'json',
    keys: ['modules'],
    repeat: 'always',
  },
  reload: {
    method: 'POST',
    path: '/v1/rules/reload',
    parameters: [{ name: 'dry_run', in: 'query' }],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: [],
    repeat: 'never',
  },
  postData: {
    method: 'POST',
    path: '/v1/data/{path}',
    parameters: [
      { name: 'path', in: 'path' },
      { name: 'template', in: 'query' },
      { name: 'pretty', in: 'query' },
      { name: 'metrics', in: 'query' },
      { name: 'provenance', in: 'query' },
      { name: 'include', in: 'query' },
      { name: 'explain', in: 'query' },
    ],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: [],
    repeat: 'always',
  },
  getData: {
    method: 'GET',
    path: '/v1/data/{path}',
    parameters: [
      { name: 'path', in: 'path' },
      { name: 'template', in: 'query' },
      { name: 'pretty', in: 'query' },
      { name: 'metrics', in: 'query' },
      { name: 'provenance', in: 'query' },
      { name: 'include', in: 'query' },
      { name: 'explain', in: 'query' },
      { name: 'input', in: 'query' },
    ],
    hasBody: false,
    isOpen: false,
    answer: 'json',
    keys: [],
    repeat: 'always',
  },
  batchData: {
    method: 'POST',
    path: '/v1/batch/data/{path}',
    parameters: [
      { name: 'path', in: 'path' },
      { name: 'template', in: 'query' },
      { name: 'pretty', in: 'query' },
      { name: 'metrics', in: 'query' },
      { name: 'provenance', in: 'query' },
      { name: 'include', in: 'query' },
      { name: 'explain', in: 'query' },
    ],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: ['responses'],
    repeat: 'always',
  },
  authzenEvaluation: {
    method: 'POST',
    path: '/access/v1/evaluation',
    parameters: [{ name: 'ferrule-session-id', in: 'header' }],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: ['decision'],
    repeat: 'always',
  },
  authzenEvaluations: {
    method: 'POST',
    path: '/access/v1/evaluations',
    parameters: [{ name: 'ferrule-session-id', in: 'header' }],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: [],
    repeat: 'always',
  },
  authzenSubjectSearch: {
    method: 'POST',
    path: '/access/v1/search/subject',
    parameters: [{ name: 'ferrule-session-id', in: 'header' }],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: ['results'],
    repeat: 'always',
  },
  authzenResourceSearch: {
    method: 'POST',
    path: '/access/v1/search/resource',
    parameters: [{ name: 'ferrule-session-id', in: 'header' }],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: ['results'],
    repeat: 'always',
  },
  authzenActionSearch: {
    method: 'POST',
    path: '/access/v1/search/action',
    parameters: [{ name: 'ferrule-session-id', in: 'header' }],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: ['results'],
    repeat: 'always',
  },
  authzenConfiguration: {
    method: 'GET',
    path: '/.well-known/authzen-configuration',
    parameters: [],
    hasBody: false,
    isOpen: true,
    answer: 'json',
    keys: [
      'policy_decision_point',
      'access_evaluation_endpoint',
      'access_evaluations_endpoint',
      'search_subject_endpoint',
      'search_resource_endpoint',
      'search_action_endpoint',
      'access_request_endpoint',
      'capabilities',
    ],
    repeat: 'always',
  },
  authzenAccessRequest: {
    method: 'POST',
    path: '/access/v1/requests',
    parameters: [{ name: 'ferrule-session-id', in: 'header' }],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: ['task'],
    repeat: 'never',
  },
  authzenAccessRequestStatus: {
    method: 'GET',
    path: '/access/v1/requests/{id}',
    parameters: [{ name: 'id', in: 'path' }],
    hasBody: false,
    isOpen: false,
    answer: 'json',
    keys: ['task'],
    repeat: 'always',
  },
  decideCall: {
    method: 'POST',
    path: '/v1/calls',
    parameters: [],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: ['decision', 'reason', 'metadata', 'obligations', 'rule_trace', 'decision_id', 'ruleset_hash'],
    repeat: 'with_key',
  },
  listApprovals: {
    method: 'GET',
    path: '/v1/approvals',
    parameters: [
      { name: 'state', in: 'query' },
      { name: 'limit', in: 'query' },
      { name: 'cursor', in: 'query' },
    ],
    hasBody: false,
    isOpen: false,
    answer: 'json',
    keys: ['approvals'],
    repeat: 'always',
  },
  readApproval: {
    method: 'GET',
    path: '/v1/approvals/{id}',
    parameters: [
      { name: 'id', in: 'path' },
      { name: 'wait', in: 'query' },
    ],
    hasBody: false,
    isOpen: false,
    answer: 'json',
    keys: [
      'id',
      'state',
      'requester',
      'agent',
      'session',
      'tool',
      'server',
      'args_digest',
      'request_digest',
      'ruleset',
      'ruleset_hash',
      'call_id',
      'reason',
      'created_at',
      'expires_at',
      'answered_at',
      'answered_by',
      'used_by',
      'args',
      'request',
    ],
    repeat: 'always',
  },
  answerApproval: {
    method: 'POST',
    path: '/v1/approvals/{id}',
    parameters: [{ name: 'id', in: 'path' }],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: [
      'id',
      'state',
      'requester',
      'agent',
      'session',
      'tool',
      'server',
      'args_digest',
      'request_digest',
      'ruleset',
      'ruleset_hash',
      'call_id',
      'reason',
      'created_at',
      'expires_at',
      'answered_at',
      'answered_by',
      'used_by',
    ],
    repeat: 'never',
  },
  createSession: {
    method: 'POST',
    path: '/v1/sessions',
    parameters: [],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: ['session_id', 'ruleset'],
    repeat: 'never',
  },
  readSession: {
    method: 'GET',
    path: '/v1/sessions/{session_id}',
    parameters: [{ name: 'session_id', in: 'path' }],
    hasBody: false,
    isOpen: false,
    answer: 'json',
    keys: ['session_id', 'ruleset', 'facts', 'bytes', 'created_at', 'age_seconds'],
    repeat: 'always',
  },
  deleteSession: {
    method: 'DELETE',
    path: '/v1/sessions/{session_id}',
    parameters: [{ name: 'session_id', in: 'path' }],
    hasBody: false,
    isOpen: false,
    answer: 'json',
    keys: ['deleted'],
    repeat: 'never',
  },
  assertFleetFact: {
    method: 'POST',
    path: '/v1/fleet/facts',
    parameters: [],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: ['success', 'created'],
    repeat: 'never',
  },
  retractFleetFacts: {
    method: 'DELETE',
    path: '/v1/fleet/facts',
    parameters: [],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: ['retracted_count'],
    repeat: 'never',
  },
  queryFleetFacts: {
    method: 'POST',
    path: '/v1/fleet/query',
    parameters: [],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: ['facts'],
    repeat: 'always',
  },
  enqueueRun: {
    method: 'POST',
    path: '/v1/runs',
    parameters: [],
    hasBody: true,
    isOpen: false,
    answer: 'json',
    keys: ['run_id', 'status'],
    repeat: 'with_key',
  },
  listRuns: {
    method: 'GET',
    path: '/v1/runs',
    parameters: [
      { name: 'graph_id', in: 'query' },
      { name: 'status', in: 'query' },
      { name: 'limit', in: 'query' },
      { name: 'cursor', in: 'query' },
    ],
    hasBody: false,
    isOpen: false,
    answer: 'json',
    keys: ['runs', 'next_cursor'],
    repeat: 'always',
  },
  readRun: {
    method: 'GET',
    path: '/v1/runs/{run_id}',
    parameters: [
      { name: 'run_id', in: 'path' },
      { name: 'attempt', in: 'query' },
    ],
    hasBody: false,
    isOpen: false,
    answer: 'json',
    keys: [
      'run_id',
      'graph_id',
      'status',
      'params',
      'idempotency_key',
      'result',
      'error',
      'attempt',
      'created_at',
      'started_at',
      'finished_at',
    ],
    repeat: 'always',
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    parameters: [],
    hasBody: false,
    isOpen: false,
    answer: 'text',
    keys: [],
    repeat: 'always',
  },
  listReplicas: {
    method: 'GET',
    path: '/v1/replicas',
    parameters: [],
    hasBody: false,
    isOpen: false,
    answer: 'json',
    keys: ['replicas'],
    repeat: 'always',
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    parameters: [],
    hasBody: false,
    isOpen: false,
    answer: 'json',
    keys: ['openapi'],
    repeat: 'always',
  },
} as const satisfies Readonly<Record<keyof Operations, Operation>>;
