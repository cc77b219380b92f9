/** One verdict for one attempt of a call, for SDKs that ask before a call and again when they make it. */
import { digestOf, type ToolCall } from './call.ts';
import type { Gate } from './gate.ts';
import type { Verdict } from './verdict.ts';

interface KeptVerdicts {
  /** Decides, and keeps the verdict for the attempt that follows. */
  readonly decide: (call: ToolCall) => Promise<Verdict>;
  /** The verdict that was kept for this call, once; otherwise decides. */
  readonly take: (call: ToolCall) => Promise<Verdict>;
  /** Forgets all verdicts: the rules may decide otherwise on what was seen since. */
  readonly forget: () => void;
}

interface Kept {
  readonly verdict: Verdict;
  readonly until: number;
}

/** An attempt follows its question at once. What waited longer, such as for a person, is decided again. */
const KEPT_MS = 5_000;
const MOST_KEPT = 1_000;

/**
 * Keeps verdicts by the whole call: models repeat the ids of their calls, so an id alone names no attempt. An escalation
 * is never kept, since a person may answer it in between.
 */
export function keptVerdicts(gate: Gate, now: () => number): KeptVerdicts {
  let kept = new Map<string, Kept[]>();
  return {
    async decide(call) {
      // Verdicts from before a stored result are dropped.
      const generation = kept;
      const key = keyOf(call);
      const verdict = await gate.decide(call);
      if (verdict.verdict === 'escalate' || key === null) return verdict;
      if (generation.size >= MOST_KEPT) generation.clear();
      const of = generation.get(key) ?? [];
      of.push({ verdict, until: now() + KEPT_MS });
      generation.set(key, of);
      return verdict;
    },
    async take(call) {
      const key = keyOf(call);
      const of = key === null ? undefined : kept.get(key);
      const found = of?.shift();
      if (key !== null && of?.length === 0) kept.delete(key);
      return found !== undefined && found.until > now() ? found.verdict : gate.decide(call);
    },
    forget() {
      kept = new Map();
    },
  };
}

/** Null for a call without canonical JSON, which the gate refuses. */
function keyOf({ agent, session, tool, server, annotations, callId, args }: ToolCall): string | null {
  try {
    return digestOf([agent, session ?? null, tool, server ?? null, annotations ?? null, callId, args]);
  } catch {
    return null;
  }
}
