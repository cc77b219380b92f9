import { useEffect, useState } from 'preact/hooks';
import type { Approval, ListedApproval } from '../../protocol/service.ts';
import { fetching } from '../../state/busy.ts';
import { api, problemOf } from '../../state/connection.ts';
import { shortHash } from '../../state/served.ts';
import { Members } from '../../ui/members.tsx';
import { Shown, ShownJson } from '../../ui/shown.tsx';
import { fromNow, localTime } from '../../ui/times.ts';
import { AnswerForm } from './answer-form.tsx';
import { lastApproved } from './book.ts';
import { SinceLast } from './since-last.tsx';

/** A call with all that a person has to know to answer it. */
export function CallRegion({ listed }: { readonly listed: ListedApproval }) {
  const [call, setCall] = useState<Approval | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const last = lastApproved(listed);
  useEffect(() => {
    const { value: client } = api;
    const controller = new AbortController();
    if (client === null) return;
    void fetching('Reading the call', (stop) => client.approval(listed.id, stop), controller.signal)
      .then(setCall)
      .catch((error: unknown) => {
        if (!controller.signal.aborted) setProblem(problemOf(error));
      });
    return () => controller.abort();
  }, [listed.id]);
  const isWaiting = listed.state === 'pending';
  return (
    <section role="region" aria-label="Call" class="detail call">
      <div class="detail-head">
        <h2>
          <Shown text={listed.server === null ? listed.tool : `${listed.server}/${listed.tool}`} />
        </h2>
      </div>
      <p class="who">
        <Shown
          text={`${listed.agent}, with the token ${listed.requester}, asked ${fromNow(listed.created_at)}`}
        />
      </p>
      <p class="reason">
        <span class="hint">Escalated because</span> <Shown text={call?.reason ?? listed.reason} />
      </p>
      {problem !== null && (
        <p role="alert" class="error">
          {problem}
        </p>
      )}
      {call === null && problem === null && <p class="empty">Reading the call…</p>}
      {call !== null && (
        <>
          <h3>Arguments</h3>
          {call.args === null && call.masked === true ? (
            <p class="note">The service masks the arguments for this token.</p>
          ) : (
            <ShownJson value={call.args} label="Arguments" />
          )}
          <SinceLast call={call} last={last} />
        </>
      )}
      {isWaiting ? <AnswerForm listed={listed} isReady={call !== null} /> : <Outcome listed={listed} />}
      <Members rows={rowsOf(call ?? listed)} />
      {call !== null && call.request !== null && (
        <details>
          <summary>Whole request, as the rules see it</summary>
          <ShownJson value={call.request} label="Whole request" />
        </details>
      )}
    </section>
  );
}

function Outcome({
  listed: { state, answered_by: by, answered_at: at, used_by: used },
}: {
  readonly listed: ListedApproval;
}) {
  const who = by === null || at === null ? '' : ` by ${by} at ${localTime(at)}`;
  return (
    <p class="note">
      <Shown
        text={`This call no longer waits: ${state}${who}${used === null ? '' : `, and used by the call ${used}`}.`}
      />
    </p>
  );
}

function rowsOf(call: ListedApproval) {
  return [
    ['Session', call.session],
    ['Asked', `${localTime(call.created_at)}, ${fromNow(call.created_at)}`],
    ['Expires', `${localTime(call.expires_at)}, ${fromNow(call.expires_at)}`],
    ['Ruleset', `${call.ruleset} ${shortHash(call.ruleset_hash)}`],
    ['Budgets exceeded', call.budgets?.join(', ')],
    ['Call', call.call_id],
    ['Digest of arguments', call.args_digest],
  ] as const;
}
