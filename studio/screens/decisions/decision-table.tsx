import type { DecisionRecord } from '../../protocol/service.ts';
import { shortHash } from '../../state/served.ts';
import { Shown } from '../../ui/shown.tsx';
import { localTime } from '../../ui/times.ts';
import { opened, outcomeOf } from './log.ts';

/** Decisions, newest first. The time opens the record. */
export function DecisionTable({ records }: { readonly records: readonly DecisionRecord[] }) {
  return (
    <div class="scroll" tabIndex={0}>
      <table aria-label="Decisions" class="rows">
        <thead>
          <tr>
            <th>Time</th>
            <th>Decision</th>
            <th>Reason</th>
            <th class="minor">Last rule</th>
            <th>Subject</th>
            <th class="minor">Ruleset</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <Row key={record.decision_id} record={record} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ record }: { readonly record: DecisionRecord }) {
  const {
    time,
    actor = '',
    reason = null,
    rule_trace: rules = [],
    ruleset,
    ruleset_hash: hash,
    error,
  } = record;
  const isOpen = opened.value?.decision_id === record.decision_id;
  const open = (): void => {
    opened.value = record;
  };
  return (
    <tr {...(isOpen ? { 'aria-current': 'true' as const } : {})} onClick={open}>
      <td class="time">
        <button type="button" class="link" onClick={open}>
          {localTime(time)}
        </button>
      </td>
      <td>
        <Verdict text={outcomeOf(record)} />
      </td>
      <td>
        <Shown text={error?.detail ?? reason ?? ''} />
      </td>
      <td class="minor">
        <code>{rules.at(-1) ?? 'none'}</code>
      </td>
      <td>
        <Shown text={actor} />
      </td>
      <td class="minor">
        <Shown text={ruleset ?? ''} /> {hash !== undefined && <code class="hash">{shortHash(hash)}</code>}
      </td>
    </tr>
  );
}

/** A decision in its colour. */
export function Verdict({ text }: { readonly text: string }) {
  return (
    <b class={`verdict-word decision-${/^\w+/.exec(text)?.[0] ?? 'open'}`}>
      <Shown text={text} />
    </b>
  );
}
