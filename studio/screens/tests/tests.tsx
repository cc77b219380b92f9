import { signal } from '@preact/signals';
import { cases, tested } from '../../state/state.ts';
import type { Work } from '../../state/work.ts';

const opened = signal<number | null>(null);

/** Screen 4: suites and cases with their results. */
export function TestsScreen({ work }: { readonly work: Work }) {
  const results = tested.value;
  const passed = results?.filter((one) => one.passed).length ?? 0;
  return (
    <div class="page">
      <div class="bar">
        <button
          type="button"
          class="primary"
          onClick={() => void work.run('test', 'Running cases').then((all) => (tested.value = all))}
        >
          Run
        </button>
        <p role="status" aria-label="Result">
          {results === null
            ? `${cases.value.length} cases, not run`
            : `${passed} passed, ${results.length - passed} failed`}
        </p>
      </div>
      {cases.value.length === 0 && results === null && (
        <p class="empty">
          No cases yet. Write a suite beside the rules, such as <code>policy.test.yaml</code>.
        </p>
      )}
      <div class="scroll" tabIndex={0}>
        <table role="grid" aria-label="Cases">
          <thead>
            <tr>
              <th>Name</th>
              <th>Expected</th>
              <th>Got</th>
              <th>Result</th>
            </tr>
          </thead>
          <tbody>
            {(results ?? []).map((one, i) => (
              <tr key={i} class={one.passed ? 'passed' : 'failed'}>
                <td role="gridcell">
                  {one.name}
                  {!one.passed && (
                    <button
                      type="button"
                      class="link"
                      aria-expanded={opened.value === i}
                      onClick={() => (opened.value = opened.value === i ? null : i)}
                    >
                      Details
                    </button>
                  )}
                  {opened.value === i && <pre>{one.details.join('\n')}</pre>}
                </td>
                <td role="gridcell">{one.expected}</td>
                <td role="gridcell">{one.got}</td>
                <td role="gridcell">{one.passed ? '✓ passed' : '✗ failed'}</td>
              </tr>
            ))}
            {results === null &&
              cases.value.map(({ name, expected }, i) => (
                <tr key={i}>
                  <td role="gridcell">{name}</td>
                  <td role="gridcell">{expected ?? ''}</td>
                  <td role="gridcell" />
                  <td role="gridcell">not run</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
