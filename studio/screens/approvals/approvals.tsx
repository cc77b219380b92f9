import type { ListedApproval } from '../../protocol/service.ts';
import { api } from '../../state/connection.ts';
import { usePoll } from '../../state/poll.ts';
import { Shown } from '../../ui/shown.tsx';
import { fromNow } from '../../ui/times.ts';
import { answered, problem, readWaiting, selected, told, waiting } from './book.ts';
import { CallRegion } from './call.tsx';
import { hasKeys, setKeys, useKeys } from './keys.ts';

const POLL_MS = 2_000;
const MOST_SHOWN = 200;

/** Screen 7: calls that wait for a person. */
export function ApprovalsScreen() {
  const { value: client } = api;
  usePoll(POLL_MS, async (stop) => client !== null && (await readWaiting(client, stop)), [client]);
  useKeys();
  const all = [...(waiting.value ?? []), ...(answered.value ?? [])];
  const open = all.find(({ id }) => id === selected.value) ?? null;
  return (
    <div class="page approvals">
      {problem.value !== null && (
        <p role="alert" class="alert">
          {problem.value}
        </p>
      )}
      <div class={open === null ? 'call-columns' : 'call-columns is-open'}>
        <div class="calls">
          <Waiting />
          <History />
        </div>
        {open !== null && <CallRegion key={open.id} listed={open} />}
      </div>
    </div>
  );
}

function Waiting() {
  const found = waiting.value;
  return (
    <section>
      <h2>
        Waiting
        {found !== null && found.length > 0 && <span class="count">{found.length}</span>}
      </h2>
      <p role="status" aria-label="Answered" class="told">
        {told.value}
      </p>
      {found?.length === 0 && (
        <p class="empty">Nothing waits for a person. New calls appear here by themselves.</p>
      )}
      {found === null && problem.value === null && <p class="empty">Looking for calls that wait…</p>}
      <ul aria-label="Waiting" class="call-list">
        {(found ?? []).map((one) => (
          <Entry
            key={one.id}
            listed={one}
            id={`waiting-${one.id}`}
            more={`expires ${fromNow(one.expires_at)}`}
          />
        ))}
      </ul>
      <label class="check hint">
        <input
          type="checkbox"
          checked={hasKeys.value}
          onChange={(event) => setKeys(event.currentTarget.checked)}
        />
        <span>
          Keys: <kbd>j</kbd> <kbd>k</kbd> move, <kbd>a</kbd> approves, <kbd>r</kbd> rejects
        </span>
      </label>
    </section>
  );
}

function History() {
  const found = answered.value ?? [];
  return (
    <section class="history">
      <h2>History</h2>
      {answered.value?.length === 0 && <p class="empty">No call was answered in the last 30 days.</p>}
      <ul aria-label="History" class="call-list">
        {found.slice(0, MOST_SHOWN).map((one) => (
          <Entry key={one.id} listed={one} id={`answered-${one.id}`} more={outcomeText(one)} />
        ))}
      </ul>
      {found.length > MOST_SHOWN && (
        <p class="hint">{`${found.length - MOST_SHOWN} older ones are in the decision log.`}</p>
      )}
    </section>
  );
}

function outcomeText({ state, answered_at: at, answered_by: by, expires_at: end }: ListedApproval): string {
  if (by === null) return `expired ${fromNow(end)}`;
  const words = state === 'expired' ? 'approved, not used in time,' : state;
  return `${words} by ${by} ${fromNow(at ?? end)}`;
}

interface EntryProps {
  readonly listed: ListedApproval;
  readonly id: string;
  readonly more: string;
}

function Entry({ listed: { id: own, tool, server, agent, state }, id, more }: EntryProps) {
  const isOpen = own === selected.value;
  return (
    <li class={`call-entry state-${state}${isOpen ? ' is-selected' : ''}`}>
      <button
        type="button"
        id={id}
        {...(isOpen ? { 'aria-current': 'true' as const } : {})}
        onClick={() => {
          selected.value = own;
          // In a narrow window the call is below the list.
          requestAnimationFrame(() => document.querySelector('.call')?.scrollIntoView({ block: 'nearest' }));
        }}
      >
        <b>
          <Shown text={server === null ? tool : `${server}/${tool}`} />
        </b>
        <span>
          <Shown text={agent} />
        </span>
      </button>
      <small>
        <Shown text={more} />
      </small>
    </li>
  );
}
