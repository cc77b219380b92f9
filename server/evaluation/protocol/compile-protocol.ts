/** Messages between the HTTP thread and the compiler's worker: one request, one reply. */
import type { Source } from '../../../compiler/diagnostics/position.ts';
import type { Layers } from '../../../compiler/read/read-layers.ts';
import type { Archive } from '../../../evidence/replay/archive.ts';
import type { PackedDecisions } from '../../../evidence/packed-decisions.ts';
import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import type { SentByCase } from '../../../library/node/suites/requests-beside.ts';
import type { ProvidedGraph } from '../../../library/node/rulesets/graph-catalog.ts';
import type { SensitivePaths } from '../../../library/sensitive-paths.ts';
import type { TriedCandidate } from '../compiling/compare.ts';
import type { LoadedRuleset, ProvidedRuleset, Refusal } from './protocol.ts';

/** The loaded ruleset as far as the compiler needs it. */
export interface CompileBase {
  readonly layers: Layers;
  /** Text that identifies the slots of each template, by name. */
  readonly templates: Readonly<Record<string, string>>;
}

/** A budget of a ruleset to be mounted. */
export interface MountedBudget {
  readonly name: string;
  /** The meaning of its uses: budgets with other texts cannot share sums. */
  readonly shape: string;
  readonly isOfSession: boolean;
}

/** A ruleset to be mounted. */
export interface MountableRuleset extends LoadedRuleset {
  readonly base: CompileBase;
  /** Rules of it ask for a token. */
  readonly attests: boolean;
  readonly sensitivePaths: SensitivePaths;
  readonly budgets: readonly MountedBudget[];
  readonly rules: number;
  readonly templates: number;
  readonly modules: number;
  readonly warnings: readonly string[];
  /** Number that files of the file system are signed with; left out for what came otherwise, and without one. */
  readonly fileVersion?: number;
}

/** The sources of one reload as they came, so that another server can verify and compile them. */
export interface LayerSource {
  readonly name: string;
  readonly sources: readonly Source[];
  /** Base64; null: the reload carried none. */
  readonly signature: string | null;
  /** The manifest that the signature is over; null: it is over the text of the only source. */
  readonly signed: string | null;
}

/** A layer of another server's version: what this one was started with, or something that must be verified. */
export type ReplicaLayer =
  | { readonly kind: 'own'; readonly name: string; readonly sources: readonly Source[] }
  | { readonly kind: 'published'; readonly layer: LayerSource };

export interface ReloadedRuleset {
  readonly details: MountableRuleset;
  /** The newest of its layers. */
  readonly layer: LayerSource;
  /** Number that it is signed with, or null. */
  readonly version: number | null;
  /** Budgets that begin at 0. */
  readonly resetBudgets: readonly string[];
}

/** A reload of a ruleset that was loaded before; its signature is verified. */
export interface Rollback {
  readonly rollback: string;
  readonly version: number | null;
  readonly resetBudgets: readonly string[];
}

/** The mounted version that is explained. */
export interface ExplainedMount {
  readonly hash: string;
  readonly name: string;
  readonly layers: Layers;
  /** JSON of the facts that it holds. */
  readonly held: string;
}

/** A session as an explanation needs it. */
export interface ExplainedSession {
  readonly id: string;
  readonly state: 'live' | 'ended' | 'never';
  /** Identity of its ruleset; empty when it is not live. */
  readonly ruleset: string;
  /** JSON of its facts. */
  readonly held: string;
}

/** Which versions of rulesets a caller looks for. */
export interface VersionsSought {
  /** Patterns of the rulesets that exist for the caller; null: all of them. */
  readonly rulesets: readonly string[] | null;
  /** Those under the root are served too. */
  readonly isStock: boolean;
}

/** A version of a ruleset under a name that it is served as. */
export interface NamedVersion {
  readonly name: string;
  readonly hash: string;
}

/** The sources of a version, newest layer first. */
export interface VersionSource {
  readonly name: string;
  readonly layers: Layers;
}

export type CompileRequest =
  /** Loads the compiler, so that the first real request finds it warm. */
  | { readonly kind: 'warm-up' }
  /** The stock ruleset of this name under the root. */
  | { readonly kind: 'provide'; readonly name: string }
  /** The graph of this name under the root. */
  | { readonly kind: 'graph'; readonly graphId: string }
  /** `POST /v1/compile`; `rulesets`: patterns of those that exist for the caller, null: all of them. */
  | {
      readonly kind: 'compile';
      readonly rulesets: readonly string[] | null;
      readonly body: Uint8Array;
      readonly gzip: boolean;
      readonly base: CompileBase | null;
    }
  /** `POST /v1/explain`; `rulesets`: patterns of those that exist for the caller, null: all of them. */
  | {
      readonly kind: 'explain';
      readonly body: Uint8Array;
      readonly gzip: boolean;
      readonly rulesets: readonly string[] | null;
      /** The caller may bring facts as the host does. */
      readonly host: boolean;
      /** The mounted ruleset with its facts; null if the body names a ruleset. */
      readonly mounted: ExplainedMount | null;
      /** The session that the body is thought to name. */
      readonly session: ExplainedSession | null;
      /** Sums of its budgets; null: not read yet. */
      readonly sums: readonly FactInput[] | null;
    }
  /** A ruleset of the file system, named by who runs the service. */
  | { readonly kind: 'mount'; readonly path: string }
  /** Requests of the cases of the suites beside a ruleset. */
  | { readonly kind: 'cases'; readonly path: string }
  /** `POST /v1/rules/reload`; `rulesets`: patterns of those that exist for the caller, null: all. */
  | {
      readonly kind: 'reload';
      /** True for a dry run. */
      readonly dry: boolean;
      readonly rulesets: readonly string[] | null;
      readonly body: Uint8Array;
      readonly gzip: boolean;
      readonly base: CompileBase;
    }
  /** Decisions of a candidate in place of the ruleset that decided. */
  | {
      readonly kind: 'compare';
      readonly ruleset: LoadedRuleset;
      /** Transferred: the sender cannot use them afterwards. */
      readonly decisions: readonly PackedDecisions[];
      /** Limit; the newest are used. */
      readonly most: number;
    }
  /** `GET /v1/rulesets`: the versions of this caller that are archived, or under the root. */
  | ({ readonly kind: 'versions' } & VersionsSought)
  /** `GET /v1/rulesets/{hash}/source`: one of these. */
  | ({ readonly kind: 'source'; readonly hash: string } & VersionsSought)
  /** A version that another server published: its layers, newest first. */
  | { readonly kind: 'replica'; readonly layers: readonly ReplicaLayer[] };

/** The response of each request. */
export interface CompileReplies {
  readonly 'warm-up': null;
  readonly provide: ProvidedRuleset;
  readonly graph: ProvidedGraph;
  readonly compile: string;
  /** The explanation; or the session that it needs, or that it needs sums. */
  readonly explain: string | { readonly needs: string } | { readonly counts: true };
  readonly mount: MountableRuleset;
  readonly cases: readonly SentByCase[];
  readonly reload: ReloadedRuleset | Rollback;
  readonly compare: TriedCandidate;
  readonly versions: readonly NamedVersion[];
  /** `null` if there is no such version. */
  readonly source: VersionSource | null;
  readonly replica: MountableRuleset;
}

export type CompileReply =
  | { readonly ok: true; readonly value: CompileReplies[CompileRequest['kind']] }
  | { readonly ok: false; readonly refusal: Refusal; readonly log: string | null };

/** Initial data of the compiler's worker. */
export interface CompilerStart {
  /** File with values for constants of what is mounted. */
  readonly constants: string | null;
  /** Keys that the language does not know are warnings. */
  readonly lenient: boolean;
  readonly root: string | null;
  readonly maxBodyBytes: number;
  readonly maxReloadBytes: number;
  readonly publicKey: Uint8Array | null;
  /** Keeps the sources of every version that is loaded; null: nothing does. */
  readonly archive: Archive | null;
  /** Folder of the archive to read from, or null. */
  readonly archived: string | null;
  /** Folder that keeps compiled rulesets, or null. */
  readonly cache: string | null;
}
