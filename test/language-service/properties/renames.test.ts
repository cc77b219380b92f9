/** Random renames: the suites have the results of before, and renaming back gives the same bytes. */
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RequestError } from '../../../authoring/language-service/protocol/types.ts';
import type { LanguageService } from '../../../authoring/language-service/service.ts';
import type { Document } from '../../../authoring/language-service/documents/document.ts';
import { seededDice } from '../../../tools/api-fuzz/seeded-dice.ts';
import type { Dice } from '../../../tools/judge/dice.ts';
import { FULL, full } from '../../full.ts';
import { failuresOf, meaningOf, testsOf } from './outcome.ts';
import { readTexts, startService, type Texts } from './texts.ts';

const RENAMES = Number(process.env['FERRULE_RENAMES'] ?? full(100, 2));
/** The same renames in each run; FERRULE_SEED draws others. */
const seed = Number(process.env['FERRULE_SEED'] ?? 7);
/** Tests that run after most renames. */
const MOST_TESTS = 12;

/** More packs of rulesets, if a folder of them is named. */
const PACKS = process.env['FERRULE_PACKS'] ?? '';
const FOLDERS = [
  ...readdirSync('rulesets')
    .filter((name) => (FULL ? name !== 'graphs' : ['tool-rate', 'triage'].includes(name)))
    .map((name) => `rulesets/${name}`),
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

/** A random place of a name, or of a word that is none. */
interface Draw {
  readonly uri: string;
  readonly position: Place;
  readonly word: string;
  readonly newName: string;
  /** True if the new name is a word of the texts: it may have a meaning already. */
  readonly isTaken: boolean;
  /** Every test in which the name is written runs, not only some. */
  readonly isWhole: boolean;
  readonly dice: Dice;
}

function draw(dice: Dice, i: number, service: LanguageService, uris: readonly string[]): Draw | null {
  const uri = dice.pick(uris);
  const { text, lines } = documentOf(service, uri);
  const words = [...text.matchAll(/[A-Za-z_][\w-]*/g)];
  if (words.length === 0) return null;
  const { index, 0: word } = dice.pick(words);
  const isTaken = dice.percent(25);
  return {
    ...{ uri, word, isTaken, dice },
    position: lines.positionAt(index + dice.int(0, word.length)),
    newName: isTaken ? dice.pick(words)[0] : `renamed-${i}`,
    isWhole: dice.percent(5),
  };
}

describe.each(FOLDERS)('%s', (folder) => {
  const count = Math.ceil(RENAMES / FOLDERS.length);
  it(
    `${count} random renames change no result`,
    async () => {
      const texts = await readTexts(folder);
      const service = startService(texts);
      const uris = [...texts.keys()].filter((uri) => !uri.endsWith('.json'));
      const original = {
        texts,
        service,
        meaning: meaningOf(service.workspace()),
        tests: testsOf(service.workspace()),
      };
      let [renamed, refused] = [0, 0];
      for (let i = 0; renamed < count && i < 400 * count; i++) {
        const drawn = draw(seededDice(seed, i), i, service, uris);
        const made = drawn && rename(service, drawn.uri, drawn.position, drawn.newName);
        if (drawn === null || made === null) continue;
        if (typeof made === 'string') refused++;
        else if (made.documentChanges.length > 0) {
          renamed++;
          await tryRename(original, drawn, made, `FERRULE_SEED=${seed}, draw ${i}`);
        }
      }
      expect(renamed, `FERRULE_SEED=${seed}: ${refused} refused`).toBe(count);
    },
    count * 20_000 + 60_000,
  );
});

interface Original {
  readonly texts: Texts;
  readonly service: LanguageService;
  readonly meaning: readonly string[];
  readonly tests: ReturnType<typeof testsOf>;
}

async function tryRename(
  { texts, service, meaning, tests }: Original,
  { uri, position, word, newName, isTaken, isWhole, dice }: Draw,
  made: Edit,
  which: string,
): Promise<void> {
  const what = `${which}: ${uri} ${JSON.stringify(position)} ${word} to ${newName}`;
  const own = placeOfName(service, uri, position, made);
  if (own === null) throw new Error(`${what}: the name at the cursor is not renamed`);
  const { text } = documentOf(service, uri);
  const old = text.slice(own.from, own.to);
  const changed = applied(service, texts, made);
  const after = startService(changed);
  const now = testsOf(after.workspace());
  if (!isTaken) {
    const respell = (given: string): string => given.replaceAll(newName, old);
    expect(meaningOf(after.workspace(), respell), what).toEqual(meaning);
    expect(
      now.map((one) => respell(one.text)),
      what,
    ).toEqual(tests.map((one) => one.text));
  }
  // With the same constructs, only a test in which the name is written can have another result.
  const named = now.filter((_, i) => tests[i]?.text.includes(old));
  const run = isTaken || isWhole ? named : dice.some(named, MOST_TESTS);
  expect(await failuresOf(after.workspace(), run), what).toEqual([]);
  const back = rename(after, uri, documentOf(after, uri).lines.positionAt(own.fromAfter), old);
  if (back === null || typeof back === 'string')
    throw new Error(`${what}: not renamed back to ${old}: ${back}`);
  expect(applied(after, changed, back), what).toEqual(new Map(texts));
}

/** Offsets of the name at a position, before a rename and after it. */
function placeOfName(
  service: LanguageService,
  uri: string,
  position: Place,
  { documentChanges }: Edit,
): { readonly from: number; readonly to: number; readonly fromAfter: number } | null {
  const { lines } = documentOf(service, uri);
  const at = lines.offsetAt(position);
  let moved = 0;
  const edits = documentChanges
    .filter(({ textDocument }) => textDocument.uri === uri)
    .flatMap((change) => change.edits)
    .map(({ range: { start, end }, newText }) => ({
      from: lines.offsetAt(start),
      to: lines.offsetAt(end),
      length: newText.length,
    }))
    .sort((a, b) => a.from - b.from);
  for (const { from, to, length } of edits) {
    if (from <= at && at <= to) return { from, to, fromAfter: from + moved };
    moved += length - (to - from);
  }
  return null;
}
