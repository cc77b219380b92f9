import { shortHash } from '../../state/served.ts';
import type { Replica } from '../../protocol/service.ts';
import { Shown } from '../../ui/shown.tsx';
import { fromNow, localTime } from '../../ui/times.ts';

interface ReplicasProps {
  readonly replicas: readonly Replica[];
  /** Hash of the mounted version. */
  readonly mounted: string | null;
}

/** What each replica runs. */
export function Replicas({ replicas, mounted }: ReplicasProps) {
  return (
    <div class="scroll fit" tabIndex={0}>
      <table aria-label="Replicas">
        <thead>
          <tr>
            <th>Replica</th>
            <th>State</th>
            <th>Ruleset</th>
            <th class="number">Sessions</th>
            <th class="number">Workers</th>
            <th>ferrule</th>
            <th>Started</th>
            <th>Seen</th>
          </tr>
        </thead>
        <tbody>
          {replicas.map((one) => (
            <tr key={one.id}>
              <td>
                <code>
                  <Shown text={one.id} />
                </code>
              </td>
              <td>{one.draining ? 'draining' : 'serving'}</td>
              <td>
                <Shown text={one.ruleset ?? 'none'} />{' '}
                {one.hash !== null && <code class="hash">{shortHash(one.hash)}</code>}
                {one.hash !== mounted && <b class="behind"> another version</b>}
              </td>
              <td class="number">{one.sessions ?? 'shared'}</td>
              <td class="number">{one.workers}</td>
              <td>{one.version}</td>
              <td>{localTime(one.started_at)}</td>
              <td>{fromNow(one.seen_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
