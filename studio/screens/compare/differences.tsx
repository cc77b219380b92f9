import type { Comparison } from '../../protocol/messages.ts';

/** The result in one sentence. */
export function resultText(found: Comparison | null): string {
  if (found === null) return 'Not compared yet';
  const { differences, count, proved } = found;
  if (differences.length > 0) {
    const all = differences.reduce((sum, one) => sum + one.count, 0);
    return `${all} ${all === 1 ? 'request differs' : 'requests differ'}, of ${count} that were compared`;
  }
  return proved ? 'No difference: proved for every request' : `No difference: not found in ${count} requests`;
}

interface DifferencesProps {
  readonly found: Comparison['differences'];
  /** Name of the table. */
  readonly label?: string;
}

/** Requests that two versions decide differently. */
export function Differences({ found, label = 'Differences' }: DifferencesProps) {
  if (found.length === 0) return null;
  return (
    <div class="scroll" tabIndex={0}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th>Request</th>
            <th>Old</th>
            <th>New</th>
            <th>Rules</th>
          </tr>
        </thead>
        <tbody>
          {found.map((one, i) => (
            <tr key={i}>
              <td>
                <pre>{one.request}</pre>
                {one.count > 1 && <small>{`and ${one.count - 1} more like it`}</small>}
              </td>
              <td>{one.before}</td>
              <td>{one.after}</td>
              <td>{one.rules.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
