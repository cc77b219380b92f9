import type { Answers } from '../../protocol/messages.ts';
import { writeAddress } from '../../state/address.ts';
import { showPlace } from '../../state/state.ts';
import { Why } from '../../ui/explanation.tsx';
import { ShowPlace } from '../../ui/place.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Verdict } from './decision-table.tsx';

export interface ReplayedProps {
  readonly answer: Answers['replay'];
  /** Name of the open ruleset. */
  readonly ruleset: string;
  /** The decision of the record. */
  readonly before: string;
}

/** A record's request under the open version. */
export function Replayed({ answer: { decided, explained }, ruleset, before }: ReplayedProps) {
  const { decision, error, problems } = decided;
  if (decision === null) {
    const why = error ?? problems.find(({ severity }) => severity === 'error')?.message ?? '';
    return (
      <p role="status" aria-label="Replayed">{`The open version of ${ruleset} decides nothing: ${why}`}</p>
    );
  }
  const isSame = decision.verdict === before;
  return (
    <ShowPlace.Provider
      value={(file, line) => {
        location.hash = writeAddress('rules');
        showPlace(file, line);
      }}
    >
      <section class="replayed" aria-label="Under the open version">
        <h3>{`Under the open version of ${ruleset}`}</h3>
        <p role="status" aria-label="Replayed">
          <Verdict text={decision.verdict} />
          {isSame ? ', the same decision' : `, where the record says ${before}`}
        </p>
        <p>
          <Shown text={decision.reason ?? ''} />
        </p>
        <Why explained={explained} />
      </section>
    </ShowPlace.Provider>
  );
}
