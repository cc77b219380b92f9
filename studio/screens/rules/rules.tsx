import { computed, signal } from '@preact/signals';
import { LazyEditor } from '../../ui/lazy-editor.tsx';
import {
  current,
  decided,
  editFile,
  files,
  measured,
  openPath,
  request,
  shownPlace,
} from '../../state/state.ts';
import { assistance } from '../../state/assistance.ts';
import type { Work } from '../../state/work.ts';
import { CaseChoice } from './case-choice.tsx';
import { DecisionRegion } from './decision.tsx';
import { FileTree } from './file-tree.tsx';
import { Problems } from './problems.tsx';
import { RequestForm } from './request-form.tsx';
import { Share } from './share.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const coveredLines = computed(() => {
  const lines = measured.value?.lines.filter(({ file }) => file === openPath.value) ?? [];
  return new Map(lines.map(({ line, covered }) => [line, covered]));
});
const requestTab = signal('form');

const languageOf = (path: string) =>
  /\.ya?ml$/i.test(path) ? 'yaml' : /\.json$/i.test(path) ? 'json' : 'text';

/** Screen 1: the rules, a request, and what is decided. */
export function RulesScreen({ work }: { readonly work: Work }) {
  const open = files.value.find(({ path }) => path === openPath.value);
  const diagnostics = (decided.value?.problems ?? [])
    .filter(({ file }) => file === openPath.value)
    .map(({ start, end, severity, message, code }) => ({
      from: start,
      to: end,
      severity,
      message,
      source: code,
    }));
  const shown = shownPlace.value?.file === openPath.value ? shownPlace.value : null;
  return (
    <div class="columns">
      <div class="column files">
        <FileTree />
        <Problems />
        <Share />
      </div>
      <div class="column source">
        <h2 class="path">{openPath.value}</h2>
        {open !== undefined && (
          <LazyEditor
            label="Rules"
            language={languageOf(open.path)}
            document={open.path}
            text={open.text}
            readText={() => files.peek().find(({ path }) => path === open.path)?.text ?? open.text}
            onChange={(text) => editFile(open.path, text)}
            diagnostics={diagnostics}
            shown={shown}
            assistance={assistance.value?.of(open.path) ?? null}
            covered={coveredLines.value}
          />
        )}
      </div>
      <div class="column outcome">
        <CaseChoice />
        <Tabs
          label="Request"
          selected={requestTab.value}
          onSelect={(id) => (requestTab.value = id)}
          tabs={[
            { id: 'form', title: 'Form', content: () => <RequestForm /> },
            {
              id: 'json',
              title: 'JSON',
              content: () => (
                <LazyEditor
                  label="Request as JSON"
                  language="json"
                  document={`request of ${current.value.name}`}
                  text={request.value}
                  readText={() => request.peek()}
                  onChange={(text) => (request.value = text)}
                />
              ),
            },
          ]}
        />
        <DecisionRegion work={work} />
      </div>
    </div>
  );
}
