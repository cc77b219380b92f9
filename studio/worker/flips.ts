import { changedRequest } from '../../authoring/language-service/tasks/work/flip-request.ts';
import { flipText } from '../../library/explain/formats/words.ts';
import { readRequest } from '../../library/read-request.ts';
import type { Change, Question } from '../protocol/messages.ts';
import type { LoadedRulesets } from './loaded-rulesets.ts';
import { NO_REQUEST, requestText, splitRequest } from './request.ts';

/** Milliseconds that changes with another decision are looked for. */
const FLIP_MS = 2_000;

/**
 * Finds changes of the request that lead to another decision.
 *
 * @throws CompileError, RequestError, FerruleError
 */
export function findChanges({ ruleset, request }: Question, rulesets: LoadedRulesets): readonly Change[] {
  const loaded = rulesets.open(ruleset);
  const explanation = loaded.explain({
    ...splitRequest(loaded.tested.engine, request),
    flip: true,
    flipMs: FLIP_MS,
  });
  const given = readRequest(request.trim() === '' ? NO_REQUEST : request);
  return (explanation.flips?.found ?? []).flatMap((flip) => {
    const changed = changedRequest(given, flip.changes, explanation);
    return changed === null
      ? []
      : [{ text: flipText(flip), verdict: flip.decision ?? 'none', request: requestText(changed) }];
  });
}
