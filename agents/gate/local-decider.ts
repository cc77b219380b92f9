import type { CompiledRuleset } from '../../runtime/abi.ts';
import type { EvaluateOptions } from '../../runtime/engine/engine-options.ts';
import type { EvaluationResult } from '../../runtime/engine/evaluation-result.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { ledgerBehind, type FolderLedger } from '../../store/budgets/open-ledger.ts';
import { approvalFacts } from './approval-facts.ts';
import { decideCounted } from './decide-counted.ts';
import type { Decider } from './decider.ts';

/** The part of an engine that a gate uses. */
export interface DecidingEngine {
  readonly hash: string | null;
  /** An approval comes in as a fact when it has the template `approval` with `from: host`. */
  readonly ruleset?: Pick<CompiledRuleset, 'templates'> & Partial<Pick<CompiledRuleset, 'name' | 'budgets'>>;
  readonly evaluate: (options: EvaluateOptions) => EvaluationResult;
  /** Facts that it holds of a template, which limits of budgets come from (default: none). */
  readonly query?: (template: string) => readonly Readonly<Record<string, unknown>>[];
}

interface LocalOptions {
  /** Facts of templates `from: host` that each decision has (default: none). */
  readonly brought?: readonly FactInput[];
  /** Counts what budgets limit; needed by a ruleset with budgets. */
  readonly ledger?: FolderLedger | undefined;
  /** Types of obligations with a handler: an allow with another one counts nothing (default: none). */
  readonly handled?: readonly string[];
}

/** The refusal of a gate that could not enforce its budgets. */
const NO_LEDGER =
  'the ruleset has budgets: give `ledger` (openLedger of ferrule/ledger), or decide through a service with `url`';

/** Facts that one session may keep, and sessions that keep any. */
const MOST_FACTS = 10_000;
const MOST_SESSIONS = 1_000;

/**
 * Decides with an engine in this process. What a session has seen is held here and given with each of its calls. A
 * session that has seen more than can be held is refused from then on: forgetting would turn a refusal into an allow.
 *
 * Throws TypeError for a ruleset with budgets without a ledger.
 */
export function localDecider(
  engine: DecidingEngine,
  { brought = [], ledger, handled = [] }: LocalOptions = {},
): Decider {
  const counting = ledger === undefined ? null : { engine, ledger: ledgerBehind(ledger), handled };
  if (counting === null && engine.ruleset?.budgets !== undefined) throw new TypeError(NO_LEDGER);
  const sessions = new Map<string, readonly FactInput[] | 'overflown'>();
  let anySessionLost = false;
  const factsOf = (session: string): readonly FactInput[] => {
    const held = sessions.get(session) ?? (anySessionLost ? 'overflown' : []);
    if (held === 'overflown') throw new RangeError('the session has more facts than can be stored');
    return held;
  };
  return {
    ...(counting === null ? { isImmediate: true } : {}),
    decide(document, _signal, granted, attempt) {
      const { session } = document;
      const facts = session === undefined ? [] : factsOf(session);
      const hostFacts = [...approvalFacts(engine.ruleset?.templates, granted), ...brought];
      if (counting !== null && engine.ruleset?.budgets !== undefined)
        return decideCounted(counting, { document, facts, hostFacts, granted }, attempt);
      const result = engine.evaluate({ scoped: true, input: document, facts, hostFacts });
      return {
        decision: result.decision,
        reason: result.reason,
        metadata: result.metadata,
        obligations: result.obligations ?? [],
        ...(result.missing === undefined ? {} : { missing: result.missing }),
        decisionId:
          'decisionId' in result && typeof result.decisionId === 'string' ? result.decisionId : null,
        rulesetHash: engine.hash,
        attestationToken: result.attestationToken,
      };
    },
    takesObservations: () => engine.ruleset?.templates.has('observation') ?? true,
    keep(session, facts) {
      if (facts.length === 0) return;
      const held = factsOf(session);
      if (!sessions.has(session) && sessions.size >= MOST_SESSIONS) anySessionLost = true;
      else sessions.set(session, held.length + facts.length > MOST_FACTS ? 'overflown' : [...held, ...facts]);
      factsOf(session);
    },
  };
}
