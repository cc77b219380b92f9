/** Random renames: the suites have the results of before, and renaming back gives the same bytes. */
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RequestError } from '../../../authoring/language-service/protocol/types.ts';
import { createLanguageService, type LanguageService } from '../../../authoring/language-service/service.ts';
import type { Job, JobResult } from '../../../authoring/language-service/tasks/job.ts';
import { runTests, type TestResult } from '../../../authoring/language-service/tasks/run-tests.ts';
import { doJob } from '../../../authoring/language-service/tasks/work/do-job.ts';
import type { Document } from '../../../authoring/language-service/documents/document.ts';
import { loadModule } from '../../../library/node/load-ruleset.ts';
import { seededDice } from '../../../tools/api-fuzz/seeded-dice.ts';
import { full } from '../../full.ts';
import { readTexts, ROOT, type Texts } from './texts.ts';

/** More take long, because every suite runs after each rename: `FERRULE_RENAMES=500 FERRULE_SEED=…` draws others. */
const RENAMES = Number(process.env['FERRULE_RENAMES'] ?? full(10, 5));
const seed = Number(process.env['FERRULE_SEED'] ?? 7);

/** More packs of rulesets, if a folder of them is named. */
const PACKS = process.env['FERRULE_PACKS'] ?? '';
const FOLDERS = [
  ...['data-access', 'shell-gate', 'spend-limits', 'tool-call-gate', 'triage'].map(
    (name) => `rulesets/${name}`,
  ),
  ...(existsSync(PACKS)
    ? readdirSync(PACKS, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${PACKS}/${name}`)
    : []),
];

interface Edit {
  readonly documentChanges: readonly {
    readonly textDocument: { readonly uri: string };
    readonly edits: readonly {
      readonly range: { readonly start: Place; readonly end: Place };
      readonly newText: string;
    }[];
  }[];
}
interface Place {
  readonly line: number;
  readonly character: number;
}

function start(texts: Texts): LanguageService {
  const service = createLanguageService({
    encoding: 'utf-16',
    folders: [ROOT],
    page: 'file:///diagnostics.md',
    documentChanges: true,
    tell: () => undefined,
  });
  service.files([...texts].map(([uri, text]) => ({ uri, text })));
  return service;
}

/** The edits of a rename; the reason if it is refused, and null where nothing is named. */
function rename(
  service: LanguageService,
  uri: string,
  position: Place,
  newName: string,
): Edit | string | null {
  const at = { textDocument: { uri }, position };
  try {
    if (service.request('textDocument/prepareRename', at) === null) return null;
    return service.request('textDocument/rename', { ...at, newName }) as Edit;
  } catch (error) {
    if (error instanceof RequestError) return error.message;
    throw error;
  }
}

function applied(service: LanguageService, texts: Texts, { documentChanges }: Edit): Map<string, string> {
  const changed = new Map(texts);
  for (const { textDocument, edits } of documentChanges) {
    const document = documentOf(service, textDocument.uri);
    let { text } = document;
    const last = edits
      .map(({ range, newText }) => ({
        from: document.lines.offsetAt(range.start),
        to: document.lines.offsetAt(range.end),
        newText,
      }))
      .sort((a, b) => b.from - a.from);
    for (const { from, to, newText } of last) text = text.slice(0, from) + newText + text.slice(to);
    changed.set(textDocument.uri, text);
  }
  return changed;
}

function documentOf(service: LanguageService, uri: string): Document {
  const document = service.workspace().find(uri);
  if (document === null) throw new Error(`${uri} is missing`);
  return document;
}

async function results(service: LanguageService): Promise<unknown> {
  const run = async (
    job: Job,
    onResults: (made: readonly JobResult[]) => void = () => undefined,
  ): Promise<unknown> => {
    let value: unknown;
    await doJob(job, loadModule, (answer) => {
      if (answer.kind === 'results') onResults(answer.results);
      else if (answer.kind === 'done') ({ value } = answer);
      else throw new Error(answer.message);
    });
    return value;
  };
  const made: TestResult[] = [];
  await runTests(service.workspace(), {}, run, (more) => made.push(...more));
  return made.map(({ id, state, messages }) => [id, state, state === 'errored' ? messages : []]);
}

describe.each(FOLDERS)('%s', (folder) => {
  const count = Math.ceil(RENAMES / FOLDERS.length);
  it(
    `${count} random renames change no result`,
    async () => {
      const texts = await readTexts(folder);
      const service = start(texts);
      const before = await results(service);
      const uris = [...texts.keys()].filter((uri) => !uri.endsWith('.json'));
      let renamed = 0;
      let refused = 0;
      for (let i = 0; renamed < count && i < 200 * count; i++) {
        const dice = seededDice(seed, i);
        const uri = dice.pick(uris);
        const { text, lines } = documentOf(service, uri);
        const words = [...text.matchAll(/[A-Za-z_][\w-]*/g)];
        if (words.length === 0) continue;
        const { index, 0: word } = dice.pick(words);
        const position = lines.positionAt(index + dice.int(0, word.length));
        const what = `FERRULE_SEED=${seed}, draw ${i}: ${uri} ${JSON.stringify(position)} ${word}`;
        const made = rename(service, uri, position, `renamed-${i}`);
        if (typeof made === 'string') refused++;
        if (made === null || typeof made === 'string') continue;
        renamed++;
        const changed = applied(service, texts, made);
        const after = start(changed);
        expect(await results(after), what).toEqual(before);
        const own = made.documentChanges.find(({ textDocument }) => textDocument.uri === uri);
        const [edit] =
          own?.edits.filter(
            ({ range: { start: from, end: to } }) =>
              lines.offsetAt(from) <= lines.offsetAt(position) &&
              lines.offsetAt(position) <= lines.offsetAt(to),
          ) ?? [];
        if (edit === undefined) throw new Error(`${what}: the name at the cursor is not renamed`);
        const old = text.slice(lines.offsetAt(edit.range.start), lines.offsetAt(edit.range.end));
        const place = documentOf(after, uri).text.indexOf(`renamed-${i}`);
        const back = rename(after, uri, documentOf(after, uri).lines.positionAt(place), old);
        if (back === null || typeof back === 'string')
          throw new Error(`${what}: not renamed back to ${old}: ${back}`);
        expect(applied(after, changed, back), what).toEqual(new Map(texts));
      }
      expect(renamed, `${refused} refused`).toBe(count);
    },
    count * 20_000 + 60_000,
  );
});
