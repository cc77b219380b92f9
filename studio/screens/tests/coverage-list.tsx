import { signal } from '@preact/signals';
import type { Coverage } from '../../protocol/messages.ts';
import { PlaceLink } from '../../ui/node-list.tsx';

const opened = signal<ReadonlySet<string>>(new Set());

/** What the cases reach of each rule, the rules with most open first. */
export function CoverageList({ found }: { readonly found: Coverage | null }) {
  const rules = (found?.rules ?? []).toSorted((a, b) => b.open.length - a.open.length);
  return (
    <section>
      <h2>
        {found?.percent === undefined || found.percent === null
          ? 'Coverage'
          : `Coverage: ${found.percent.toFixed(1)} %`}
      </h2>
      {found === null && (
        <p class="empty">Run the tests to measure it. The editor shows it beside the lines.</p>
      )}
      <ul aria-label="Coverage" class="coverage">
        {rules.map(({ rule, place, fired, covered, total, open }) => {
          const isOpen = opened.value.has(rule);
          return (
            <li key={rule}>
              <div class="coverage-line">
                <button
                  type="button"
                  class="disclose"
                  aria-expanded={isOpen}
                  disabled={open.length === 0}
                  onClick={() => {
                    const next = new Set(opened.value);
                    if (!next.delete(rule)) next.add(rule);
                    opened.value = next;
                  }}
                >
                  {rule}
                </button>
                <span class={fired === 0 ? 'error' : ''}>{`${covered} of ${total}`}</span>
                <meter min={0} max={total} value={covered} aria-label={`Coverage of ${rule}`} />
              </div>
              {isOpen && (
                <>
                  <ul class="open-outcomes">
                    {open.map((one, i) => (
                      <li key={i}>{one}</li>
                    ))}
                  </ul>
                  <PlaceLink {...place} />
                </>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
