import { signal } from '@preact/signals';
import type { CaseName, CaseResult } from '../../protocol/messages.ts';

const opened = signal<number | null>(null);

interface CaseGridProps {
  /** `null` before the cases have run. */
  readonly results: readonly CaseResult[] | null;
  readonly cases: readonly CaseName[];
}

/** The cases of all suites with their results. */
export function CaseGrid({ results, cases }: CaseGridProps) {
  return (
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
            cases.map(({ name, expected }, i) => (
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
  );
}
