import { useEffect, useRef, useState } from 'preact/hooks';
import type { DecisionRecord } from '../../protocol/service.ts';
import { writeAddress } from '../../state/address.ts';
import { api, requested } from '../../state/connection.ts';
import { request as openRequest, ruleset as openRuleset } from '../../state/state.ts';
import type { Work } from '../../state/work.ts';
import { download } from '../../ui/download.ts';
import { Members } from '../../ui/members.tsx';
import { Shown, ShownJson } from '../../ui/shown.tsx';
import { localTime } from '../../ui/times.ts';
import { Verdict } from './decision-table.tsx';
import { ExplainedThen } from './explained-then.tsx';
import { opened, outcomeOf } from './log.ts';
import { requestOf } from './record-request.ts';
import { Replayed, type ReplayedProps } from './replayed.tsx';

interface RecordProps {
  readonly record: DecisionRecord;
  readonly work: Work;
}

/** A record as an explanation under the ruleset of that time. */
export function RecordRegion({ record, work }: RecordProps) {
  const [replayed, setReplayed] = useState<ReplayedProps | null>(null);
  const region = useRef<HTMLElement>(null);
  const { request, notes } = requestOf(record);
  const { reason = null, error, decision_id: id, time, clock } = record;
  // In a narrow window it is above the list.
  useEffect(() => region.current?.scrollIntoView({ block: 'nearest' }), []);
  const replay = async (): Promise<void> => {
    if (request === null) return;
    const about = { request, clock: clock ?? Date.parse(time) };
    const answer = await work.run('replay', 'Replaying', about);
    setReplayed(answer === null ? null : { answer, ruleset: openRuleset.value, before: outcomeOf(record) });
  };
  return (
    <section role="region" aria-label="Record" class="detail" ref={region}>
      <div class="detail-head">
        <h2>{localTime(time)}</h2>
        <button type="button" class="icon" aria-label="Close" onClick={() => (opened.value = null)}>
          ✕
        </button>
      </div>
      <p class="big">
        <Verdict text={outcomeOf(record)} />
      </p>
      <p class="reason">
        <Shown text={error?.detail ?? reason ?? 'No reason'} />
      </p>
      <div class="actions">
        <button type="button" disabled={request === null} onClick={() => void replay()}>
          Replay
        </button>
        <button type="button" onClick={() => void downloadProof(id)}>
          Download proof
        </button>
        <button
          type="button"
          disabled={request === null}
          onClick={() => {
            openRequest.value = request ?? '';
            location.hash = writeAddress('rules');
          }}
        >
          Try in Rules
        </button>
      </div>
      {replayed !== null && <Replayed {...replayed} />}
      {notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
      {request !== null && (
        <>
          <h3>Explained under the ruleset of that time</h3>
          <ExplainedThen record={record} request={request} work={work} />
        </>
      )}
      <Request record={record} />
      <Members rows={rowsOf(record)} />
      <details>
        <summary>Record as JSON</summary>
        <ShownJson value={record} label="Record as JSON" />
      </details>
    </section>
  );
}

async function downloadProof(id: string): Promise<void> {
  const { value: client } = api;
  if (client === null) return;
  const proof = await requested('Reading the proof', (stop) => client.proof(id, stop));
  if (proof !== null) download(`${id}.proof`, proof);
}

/** What the rules saw, as far as the record holds it. */
function Request({ record: { host_input: host, input, document } }: Pick<RecordProps, 'record'>) {
  const facts = [...(host ?? []), ...(input ?? [])];
  if (input === undefined || (facts.length === 0 && document === undefined)) return null;
  const shown = {
    ...(facts.length === 0 ? {} : { facts }),
    ...(document === undefined ? {} : { input: document }),
  };
  return (
    <>
      <h3>What the rules read of the request</h3>
      <ShownJson value={shown} label="Request" />
    </>
  );
}

/** Members of the record that are shown beside the decision. */
function rowsOf(record: DecisionRecord) {
  const { actor, ruleset, ruleset_hash: hash, session_id: session, rule_trace: rules = [], missing } = record;
  return [
    ['Subject', actor],
    ['Ruleset', ruleset],
    ['Version', hash],
    ['Session', session],
    ['Rules that fired', rules.length === 0 ? undefined : rules.join(', ')],
    ['Missing', missing?.join(', ')],
    ['Decision', record.decision_id],
  ] as const;
}
