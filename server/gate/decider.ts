/** What a gate asks for a decision: an engine in this process, or a service. */
import type { Obligation } from '../../runtime/contract.ts';
import type { FactInput } from '../../runtime/read-facts.ts';
import type { CallDocument } from './call.ts';

export interface Decided {
  readonly decision: string | null;
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly obligations: readonly Obligation[];
  readonly decisionId: string | null;
  readonly rulesetHash: string | null;
}

export interface Decider {
  /** May throw or reject: the gate then denies. */
  readonly decide: (document: CallDocument, signal: AbortSignal) => Decided | Promise<Decided>;
  /** Keeps facts for later decisions of a session. */
  readonly keep: (session: string, facts: readonly FactInput[]) => void | Promise<void>;
}
