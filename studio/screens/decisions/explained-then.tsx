import { useEffect, useState } from 'preact/hooks';
import type { Answers, StudioFile } from '../../protocol/messages.ts';
import type { DecisionRecord } from '../../protocol/service.ts';
import { fetching } from '../../state/busy.ts';
import { api, problemOf } from '../../state/connection.ts';
import type { Work } from '../../state/work.ts';
import { Why, WhyNot } from '../../ui/explanation.tsx';
import { ShowPlace } from '../../ui/place.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { outcomeOf } from './log.ts';
import { SourceView } from './source-view.tsx';

interface ExplainedThenProps {
  readonly record: DecisionRecord;
  readonly request: string;
  readonly work: Work;
}

interface Found {
  readonly files: readonly StudioFile[];
  readonly answer: Answers['replay'] | null;
}

/** The decision of a record under the ruleset of that time, whose source is asked for by its hash. */
export function ExplainedThen({ record, request, work }: ExplainedThenProps) {
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [tab, setTab] = useState('why');
  const [place, setPlace] = useState<{ readonly file: string; readonly line: number } | null>(null);
  const { ruleset_hash: hash = '', clock = Date.parse(record.time) } = record;
  useEffect(() => {
    const { value: client } = api;
    const controller = new AbortController();
    if (client === null) return;
    void fetching('Reading the ruleset of that time', (stop) => client.source(hash, stop), controller.signal)
      .then(async ({ name, files, base = [] }) => {
        const about = { ruleset: { name, files, base }, request, clock };
        const answer = await work.run('replay', 'Explaining', about);
        if (!controller.signal.aborted) setFound({ files, answer });
      })
      .catch((error: unknown) => {
        if (!controller.signal.aborted) setProblem(problemOf(error));
      });
    return () => controller.abort();
  }, [hash, request]);
  if (problem !== null)
    return (
      <p role="alert" class="error">
        {`The ruleset of that time cannot be shown. ${problem}`}
      </p>
    );
  if (found === null) return <p class="empty">Explaining…</p>;
  const { files, answer } = found;
  const file = files.find(({ path }) => path === place?.file);
  return (
    <ShowPlace.Provider value={(name, line) => setPlace({ file: name, line })}>
      <Differs record={record} answer={answer} />
      {answer?.explained !== null && answer !== null && (
        <Tabs
          label="Explanation"
          selected={tab}
          onSelect={setTab}
          tabs={[
            { id: 'why', title: 'Why', content: () => <Why explained={answer.explained} /> },
            { id: 'why-not', title: 'Why not', content: () => <WhyNot explained={answer.explained} /> },
          ]}
        />
      )}
      {file !== undefined && place !== null && <SourceView file={file} line={place.line} />}
    </ShowPlace.Provider>
  );
}

/** Says where the page does not come to the decision of the record. */
function Differs({ record, answer }: { readonly record: DecisionRecord } & Pick<Found, 'answer'>) {
  const { decision = null, error = null, problems = [] } = answer?.decided ?? {};
  if (decision === null) {
    const why = error ?? problems.find(({ severity }) => severity === 'error')?.message ?? 'It was stopped.';
    return <p class="note">{`There is no decision to explain: ${why}`}</p>;
  }
  if (decision.verdict === outcomeOf(record)) return null;
  return (
    <p class="note">
      {`The request alone leads to ${decision.verdict} under this ruleset, not to ${outcomeOf(record)}.`}
    </p>
  );
}
