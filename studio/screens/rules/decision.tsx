import { signal } from '@preact/signals';
import { asking, decided, explained, flips, request } from '../../state/state.ts';
import type { Work } from '../../state/work.ts';
import { Why, WhyNot } from '../../ui/explanation.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const tab = signal('why');

/** The verdict with its reason, and the explanation. */
export function DecisionRegion({ work }: { readonly work: Work }) {
  const { decision = null, error = null, problems = [] } = decided.value ?? {};
  const isOpen = asking.value > 0;
  const hasErrors = problems.some(({ severity }) => severity === 'error');
  const verdict =
    decision?.verdict ?? (error !== null ? 'invalid request' : hasErrors || !isOpen ? 'not decided' : '…');
  return (
    <section role="region" aria-label="Decision" class={`decision decision-${decision?.verdict ?? 'open'}`}>
      <p role="status" aria-label="Verdict" class="verdict">
        {verdict}
      </p>
      {decision !== null && (
        <dl>
          <dt>Reason</dt>
          <dd>{decision.reason ?? 'none'}</dd>
          <dt>Rule</dt>
          <dd>{explained.value === null ? '…' : (explained.value.rule ?? 'default decision')}</dd>
          <dt>Time</dt>
          <dd>{`${decision.durationUs.toFixed(0)} µs`}</dd>
          {decision.obligations.map((one, i) => [
            <dt key={`t${i}`}>Obligation</dt>,
            <dd key={`d${i}`}>
              <code>{one}</code>
            </dd>,
          ])}
          {decision.missing.length > 0 && [
            <dt key="m">Missing</dt>,
            <dd key="v">{decision.missing.join(', ')}</dd>,
          ]}
        </dl>
      )}
      {hasErrors && <p class="empty">Fix the errors under “Problems” to decide.</p>}
      {error !== null && <p class="error">{error}</p>}
      {decision !== null && (
        <Tabs
          label="Explanation"
          selected={tab.value}
          onSelect={(id) => {
            tab.value = id;
            if (id === 'changes' && flips.value === null)
              void work.run('flips', 'Looking for changes').then((found) => (flips.value = found));
          }}
          tabs={[
            { id: 'why', title: 'Why', content: () => <Why explained={explained.value} /> },
            { id: 'why-not', title: 'Why not', content: () => <WhyNot explained={explained.value} /> },
            { id: 'changes', title: 'What would change it', content: () => <Changes work={work} /> },
          ]}
        />
      )}
    </section>
  );
}

function Changes({ work }: { readonly work: Work }) {
  const found = flips.value;
  if (found === null)
    return (
      <button
        type="button"
        onClick={() => void work.run('flips', 'Looking for changes').then((all) => (flips.value = all))}
      >
        Look for changes
      </button>
    );
  return (
    <>
      {found.length === 0 && <p class="empty">No change of one or two values leads to another decision.</p>}
      <ul aria-label="Changes" class="changes">
        {found.map((change, i) => (
          <li key={i}>
            <span>{change.text}</span>
            <button type="button" onClick={() => (request.value = change.request)}>
              Apply
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
