import type { PropertyResult } from '../../protocol/messages.ts';

/** The properties of the suites: proved, tried, or refuted by an example. */
export function Properties({ found }: { readonly found: readonly PropertyResult[] | null }) {
  return (
    <section>
      <h2>Properties</h2>
      {found === null && <p class="empty">Run the tests to prove them.</p>}
      {found?.length === 0 && (
        <p class="empty">
          The suites claim none. Write what must hold for every request under <code>properties:</code>.
        </p>
      )}
      <ul aria-label="Properties" class="marked">
        {(found ?? []).map(({ name, passed, text }, i) => (
          <li key={i} class={passed ? 'holds' : 'error'}>
            <b>{name}</b>
            {passed ? <p>{text}</p> : <pre>{text}</pre>}
          </li>
        ))}
      </ul>
    </section>
  );
}
