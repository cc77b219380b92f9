import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSafeNumber, parse } from 'lossless-json';
import type { Answer } from '../../library/node/clips/answer.ts';
import { readIfThere } from '../../library/node/clips/read-if-there.ts';
import type { Case } from './program.ts';
import type { Phase } from '../../library/node/clips/facts.ts';
import { factsJson } from './report.ts';

/** A feature in its own folder, with the results of CLIPS. */
interface Sample {
  readonly name: string;
  readonly judged: Case;
  /** expected.clp and expected.json; null until they are written. */
  readonly expected: { readonly constructs: string; readonly answer: Answer } | null;
}

/** Programs with the recorded results of CLIPS, for machines without it. */
interface Recording {
  readonly clipsVersion: string;
  readonly cases: readonly (Case & { readonly answer: Answer })[];
}

const SAMPLES = join('test', 'judge', 'samples');
const RECORDED = join('test', 'judge', 'recorded');

/** Integers keep their digits: a number while it is safe, else a bigint. */
function exactNumber(text: string): number | bigint {
  return /^-?\d+$/.test(text) && !isSafeNumber(text) ? BigInt(text) : Number(text);
}

/** Facts in the form of a sample's facts.json. */
function readFacts(text: string): readonly Phase[] {
  return parse(text, null, exactNumber) as readonly Phase[];
}

async function readSample(name: string): Promise<Sample> {
  const folder = join(SAMPLES, name);
  const [yaml, facts, constructs, answer, document] = await Promise.all([
    readFile(join(folder, 'ruleset.yaml'), 'utf8'),
    readFile(join(folder, 'facts.json'), 'utf8'),
    readIfThere(join(folder, 'expected.clp')),
    readIfThere(join(folder, 'expected.json')),
    readIfThere(join(folder, 'document.json')),
  ]);
  return {
    name,
    judged: {
      yaml,
      phases: readFacts(facts),
      ...(document === null ? {} : { document: JSON.parse(document) as unknown }),
    },
    expected:
      constructs === null || answer === null ? null : { constructs, answer: JSON.parse(answer) as Answer },
  };
}

/** All samples by name. */
export async function readSamples(): Promise<readonly Sample[]> {
  const entries = await readdir(SAMPLES, { withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort()
      .map(readSample),
  );
}

/** An answer as it is kept: the words of an error belong to one version of CLIPS and are left out. */
function kept(answer: Answer): Answer {
  return answer.kind === 'failed' ? { ...answer, problem: '' } : answer;
}

/** Writes a sample's folder: a new one, or an existing one with fresh results. */
export async function writeSample(
  name: string,
  judged: Case,
  constructs: string,
  answer: Answer,
): Promise<void> {
  const folder = join(SAMPLES, name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'ruleset.yaml'), judged.yaml);
  await writeFile(join(folder, 'facts.json'), factsJson(judged.phases));
  if (judged.document !== undefined)
    await writeFile(join(folder, 'document.json'), `${JSON.stringify(judged.document, null, 2)}\n`);
  await writeFile(join(folder, 'expected.clp'), constructs);
  await writeFile(join(folder, 'expected.json'), JSON.stringify(kept(answer), null, 2) + '\n');
}

export async function readRecordings(): Promise<readonly (Recording & { readonly name: string })[]> {
  const names = (await readdir(RECORDED)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(RECORDED, name), 'utf8');
      return { name: name.replace('.json', ''), ...(parse(text, null, exactNumber) as Recording) };
    }),
  );
}

/** One line per case, so that a refreshed recording is a readable diff. */
export async function writeRecording(name: string, recording: Recording): Promise<void> {
  const cases = recording.cases.map(({ yaml, phases, answer }) => {
    const facts = factsJson(phases).replace(/\n\s*/g, '');
    return `{"yaml":${JSON.stringify(yaml)},"phases":${facts},"answer":${JSON.stringify(kept(answer))}}`;
  });
  const text = `{"clipsVersion":${JSON.stringify(recording.clipsVersion)},"cases":[\n${cases.join(',\n')}\n]}\n`;
  await mkdir(RECORDED, { recursive: true });
  await writeFile(join(RECORDED, `${name}.json`), text);
}
