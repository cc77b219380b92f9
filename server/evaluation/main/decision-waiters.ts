import { packDecisions, type PackedDecisions } from '../../../evidence/packed-decisions.ts';

/** Callers that wait for the recent decisions of a thread, which sends them once per caller because they are transferred. */
interface DecisionWaiters {
  readonly wait: () => Promise<PackedDecisions>;
  readonly settle: (decisions: PackedDecisions) => void;
  /** The thread has ended: nothing more comes from it. */
  readonly settleAll: () => void;
}

export function createDecisionWaiters(): DecisionWaiters {
  const waiting: ((decisions: PackedDecisions) => void)[] = [];
  return {
    wait: () => new Promise((resolve) => waiting.push(resolve)),
    settle: (decisions) => waiting.shift()?.(decisions),
    settleAll: () => {
      for (const resolve of waiting.splice(0)) resolve(packDecisions([]));
    },
  };
}
