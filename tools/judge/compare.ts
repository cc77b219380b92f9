import type { Answer, PhaseAnswer } from '../../library/node/clips/answer.ts';

/** A difference of two results: its subject and both values. */
export interface Difference {
  readonly what: string;
  readonly clips: string;
  readonly ferrule: string;
}

const COMPARED = [
  'decision',
  'reason',
  'metadata',
  'obligations',
  'ruleTrace',
  'moduleTrace',
  'facts',
] as const satisfies readonly (keyof PhaseAnswer)[];

/** Metadata is a map: the order of its keys means nothing. */
function comparable(answer: PhaseAnswer, what: (typeof COMPARED)[number]): unknown {
  return what === 'metadata' ? answer.metadata.map(([key, text]) => `${key}: ${text}`).sort() : answer[what];
}

function unequal(what: string, clips: unknown, ferrule: unknown): Difference | null {
  const [left, right] = [JSON.stringify(clips, null, 1), JSON.stringify(ferrule, null, 1)];
  return left === right ? null : { what, clips: left, ferrule: right };
}

function describe(answer: Answer): string {
  return 'problem' in answer ? `${answer.kind}: ${answer.problem}` : answer.kind;
}

/** True if two results are comparable: neither side refused the program. */
export function isComparable(clips: Answer, ferrule: Answer): boolean {
  return clips.kind !== 'none' && ferrule.kind !== 'none';
}

/** True if CLIPS refuses constructs of a ruleset that ferrule loaded. */
export function isRejected(clips: Answer): boolean {
  return clips.kind === 'none' && clips.cause === 'rejected';
}

/**
 * The first difference between the results of CLIPS and ferrule, or null. A program that loads here must load there, whatever it
 * returns. An error is compared as such and not by its message. A run that passes the firing limit on one side must pass
 * it on the other; what it did until then is not compared.
 */
export function firstDifference(clips: Answer, ferrule: Answer): Difference | null {
  if (clips.kind !== ferrule.kind || isRejected(clips))
    return { what: 'kind of answer', clips: describe(clips), ferrule: describe(ferrule) };
  if (clips.kind !== 'answered' || ferrule.kind !== 'answered') return null;
  for (const [index, phase] of clips.phases.entries()) {
    const other = ferrule.phases[index];
    if (!other) break;
    for (const what of COMPARED) {
      const difference = unequal(
        `${what} of run ${index + 1}`,
        comparable(phase, what),
        comparable(other, what),
      );
      if (difference) return difference;
    }
  }
  return unequal('number of runs', clips.phases.length, ferrule.phases.length);
}

/** The same for an evaluation in request scope of the facts of CLIPS' first run; it leaves no facts to compare. */
export function scopedDifference(clips: Answer, ferrule: Answer): Difference | null {
  const first = clips.kind === 'answered' ? clips.phases[0] : undefined;
  if (!first) return null;
  const difference = firstDifference({ kind: 'answered', phases: [{ ...first, facts: [] }] }, ferrule);
  return difference && { ...difference, what: `${difference.what}, evaluated in request scope` };
}
