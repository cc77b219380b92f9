import { signal } from '@preact/signals';
import { asking, decided, explained, flips, request } from '../../state/state.ts';
import type { Work } from '../../state/work.ts';
import type { RuleNodes } from '../../protocol/messages.ts';
import { NodeList, PlaceLink } from '../../ui/node-list.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const tab = signal('why');
const opened = signal<ReadonlySet<string>>(new Set());

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
            { id: 'why', title: 'Why', content: () => <Why /> },
            { id: 'why-not', title: 'Why not', content: () => <WhyNot /> },
            { id: 'changes', title: 'What would change it', content: () => <Changes work={work} /> },
          ]}
        />
      )}
    </section>
  );
}

function Why() {
  const why = explained.value?.why ?? [];
  if (explained.value !== null && why.length === 0)
    return <p class="empty">No rule fired, so the default decision applies.</p>;
  return (
    <ol class="rules">
      {why.map(({ rule, place, nodes }, i) => (
        <li key={i}>
          <b>{rule}</b> <PlaceLink {...place} />
          <NodeList nodes={nodes} />
        </li>
      ))}
    </ol>
  );
}

function WhyNot() {
  return (
    <ul aria-label="Rules that did not fire" class="rules">
      {(explained.value?.whyNot ?? []).map((one) => (
        <NotFired key={one.rule} {...one} />
      ))}
    </ul>
  );
}

function NotFired({ rule, nodes }: RuleNodes) {
  const isOpen = opened.value.has(rule);
  return (
    <li>
      <button
        type="button"
        class="disclose"
        aria-expanded={isOpen}
        onClick={() => {
          const next = new Set(opened.value);
          if (!next.delete(rule)) next.add(rule);
          opened.value = next;
        }}
      >
        {rule}
      </button>
      {isOpen && <NodeList nodes={nodes} />}
    </li>
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
