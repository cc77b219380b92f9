import { useEffect, useState } from 'preact/hooks';
import type { Approval, ListedApproval } from '../../protocol/service.ts';
import { fetching } from '../../state/busy.ts';
import { api, problemOf } from '../../state/connection.ts';
import { ShownText } from '../../ui/shown.tsx';
import { fromNow } from '../../ui/times.ts';
import { differencesOf } from './differences.ts';

interface SinceLastProps {
  readonly call: Approval;
  readonly last: ListedApproval | null;
}

/** How a call differs from the last approved call of its tool. */
export function SinceLast({ call, last }: SinceLastProps) {
  const [before, setBefore] = useState<Approval | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const id = last?.id ?? null;
  useEffect(() => {
    const { value: client } = api;
    const controller = new AbortController();
    setBefore(null);
    if (client === null || id === null) return;
    void fetching('Reading the last approved call', (stop) => client.approval(id, stop), controller.signal)
      .then(setBefore)
      .catch((error: unknown) => {
        if (!controller.signal.aborted) setProblem(problemOf(error));
      });
    return () => controller.abort();
  }, [id]);
  return (
    <section aria-label="Since the last approval" class="since-last">
      <h3>Since the last approved call of this tool</h3>
      {last === null && <p class="empty">No call of this tool was approved in the last 30 days.</p>}
      {problem !== null && <p class="error">{`It cannot be read. ${problem}`}</p>}
      {last !== null && before !== null && <Changes before={before} call={call} />}
    </section>
  );
}

function Changes({ before, call }: { readonly before: Approval; readonly call: Approval }) {
  const found = differencesOf(before, call);
  const when = `approved by ${before.answered_by ?? ''} ${fromNow(before.answered_at ?? before.created_at)}`;
  if (found.length === 0) return <p>{`Nothing differs from the call that was ${when}.`}</p>;
  return (
    <div class="scroll" tabIndex={0}>
      <table aria-label="Changed arguments">
        <thead>
          <tr>
            <th>Argument</th>
            <th>{`Last, ${when}`}</th>
            <th>This call</th>
          </tr>
        </thead>
        <tbody>
          {found.map(({ place, before: was, after: is }) => (
            <tr key={place}>
              <th scope="row">
                <code>
                  <ShownText json={place} />
                </code>
              </th>
              <td>
                {was === null ? (
                  <i>none</i>
                ) : (
                  <code>
                    <ShownText json={was} />
                  </code>
                )}
              </td>
              <td class="changed">
                {is === null ? (
                  <i>none</i>
                ) : (
                  <code>
                    <ShownText json={is} />
                  </code>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
