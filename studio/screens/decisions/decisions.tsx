import { useEffect, useState } from 'preact/hooks';
import { api } from '../../state/connection.ts';
import type { Work } from '../../state/work.ts';
import { localTime } from '../../ui/times.ts';
import { DecisionTable } from './decision-table.tsx';
import { readFilter, termOf, withTerm } from './filter.ts';
import { filterText, hasWords, log, opened, readLog, readMore } from './log.ts';
import { RecordRegion } from './record.tsx';

/** Milliseconds after the last key before the service is asked. */
const PAUSE_MS = 250;

const SPANS: readonly (readonly [value: string, label: string])[] = [
  ['', 'Any time'],
  ['1h', 'Last hour'],
  ['1d', 'Last 24 hours'],
  ['7d', 'Last 7 days'],
  ['30d', 'Last 30 days'],
];

/** Screen 6: the decision log. */
export function DecisionsScreen({ work }: { readonly work: Work }) {
  const [asked, setAsked] = useState(0);
  const { value: client } = api;
  const { value: text } = filterText;
  const { words, problem } = readFilter(text, 0);
  const terms = JSON.stringify(readFilter(text, 0).query);
  useEffect(() => {
    const filter = readFilter(text, Date.now());
    if (client === null || filter.problem !== null) return;
    const controller = new AbortController();
    const timer = setTimeout(() => void readLog(client, filter.query, controller.signal), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [client, terms, asked]);
  const { value: found } = log;
  const shown = (found?.records ?? []).filter((one) => hasWords(one, words));
  const set = (key: string, value: string): void => {
    filterText.value = withTerm(text, key, value);
  };
  return (
    <div class="page decisions">
      <div class="bar filters">
        <label class="field wide">
          <span>Filter</span>
          <input
            type="search"
            aria-label="Filter"
            aria-describedby="filter-hint"
            value={text}
            onInput={(event) => (filterText.value = event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>Time</span>
          <select value={termOf(text, 'from')} onChange={(event) => set('from', event.currentTarget.value)}>
            {SPANS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
            {!SPANS.some(([value]) => value === termOf(text, 'from')) && (
              <option value={termOf(text, 'from')}>{`Since ${termOf(text, 'from')}`}</option>
            )}
          </select>
        </label>
        <button type="button" onClick={() => setAsked(asked + 1)}>
          Refresh
        </button>
        <p id="filter-hint" class="hint">
          Words, or <code>decision:</code> <code>rule:</code> <code>subject:</code> <code>ruleset:</code>{' '}
          <code>hash:</code> <code>from:</code> <code>to:</code> with a value, such as{' '}
          <code>decision:deny from:2h</code>
        </p>
      </div>
      {problem !== null && (
        <p role="alert" class="error">
          {problem}
        </p>
      )}
      <LogProblem onAgain={() => setAsked(asked + 1)} />
      <div class={opened.value === null ? 'list-detail' : 'list-detail is-open'}>
        <div class="list">
          {shown.length > 0 && <DecisionTable records={shown} />}
          {found !== null && found.problem === null && (
            <LogEnd shown={shown.length} onMore={() => client !== null && void more()} />
          )}
        </div>
        {opened.value !== null && (
          <RecordRegion key={opened.value.decision_id} record={opened.value} work={work} />
        )}
      </div>
    </div>
  );

  async function more(): Promise<void> {
    if (client !== null) await readMore(client, readFilter(text, Date.now()).query);
  }
}

function LogProblem({ onAgain }: { readonly onAgain: () => void }) {
  const problem = log.value?.problem ?? null;
  if (problem === null) return null;
  return (
    <div role="alert" class="alert">
      <span>{problem}</span>
      <button type="button" onClick={onAgain}>
        Try again
      </button>
    </div>
  );
}

interface LogEndProps {
  readonly shown: number;
  readonly onMore: () => void;
}

/** How much was searched, and how to go on. */
function LogEnd({ shown, onMore }: LogEndProps) {
  const { records = [], next = null, scannedTo = null } = log.value ?? {};
  const until = scannedTo === null || next === null ? '' : `, back to ${localTime(scannedTo)}`;
  const count = shown === records.length ? `${shown}` : `${shown} of ${records.length}`;
  const isFiltered = filterText.value.trim() !== '';
  return (
    <div class="log-end">
      <p role="status" aria-label="Found">
        {shown > 0
          ? `${count} ${records.length === 1 ? 'decision' : 'decisions'}${until}`
          : isFiltered
            ? `No decision matches the filter${until}.`
            : `The log holds no decision that this token may see${until}.`}
      </p>
      {shown === 0 && isFiltered && (
        <button type="button" onClick={() => (filterText.value = '')}>
          Clear the filter
        </button>
      )}
      {shown === 0 && !isFiltered && next === null && (
        <p class="empty">Decisions appear here once clients ask the service for them. Press Refresh then.</p>
      )}
      {next !== null && (
        <button type="button" onClick={onMore}>
          Load older decisions
        </button>
      )}
    </div>
  );
}
