import type { Complain, Path, Suite, SuiteProblem, TestCase } from './suite.ts';
import { placedFacts } from './fact-list.ts';
import { fillRow } from './fill-row.ts';
import { parseSuiteText, type ParsedFile } from './parse-suite.ts';
import { readProperty } from './read-property.ts';
import { readCase, type Shared } from './read-case.ts';
import { readClock } from './read-clock.ts';
import { checkShape } from './schema-problems.ts';
import { CaseList, OneCase, SuiteObject, type WrittenCase, type WrittenSuite } from './suite-schema.ts';

type ReadSuite =
  | { readonly ok: true; readonly suite: Suite }
  | { readonly ok: false; readonly name: string; readonly problems: readonly SuiteProblem[] };

/**
 * Reads a suite: every problem in it is found, with its place.
 *
 * @param folder name of the folder of the file, for a suite in `cases.json` without a name
 */
export function readSuite(file: string, text: string, folder: string): ReadSuite {
  const parsed = parseSuiteText(file, text);
  const { value, placeOf, problems: unparsed } = parsed;
  const problems: SuiteProblem[] = [...unparsed];
  const complain: Complain = (path, message) => {
    const problem = { ...placeOf(path), message };
    // Each row of `each` is read, and has the slips of its case.
    if (!problems.some((one) => isSame(one, problem))) problems.push(problem);
  };
  const written = unparsed.length > 0 ? null : checkFile(parsed, problems, complain);
  const name = written?.suite ?? suiteName(file, folder);
  if (written === null) return { ok: false, name, problems };
  const around: Path = Array.isArray(value) ? [] : ['cases'];
  const shared: Shared = {
    now: written.now === undefined ? null : readClock(written.now, ['now'], complain),
    facts: placedFacts(written.facts ?? [], ['facts']),
  };
  const properties = (written.properties ?? []).flatMap((one, i) =>
    readProperty(one, ['properties', i], complain),
  );
  const cases = (written.cases ?? []).flatMap((one, i) => readRows(one, i, [...around, i], shared, complain));
  if (cases.length + properties.length === 0 && problems.length === 0) complain([], 'the suite has no cases');
  if (problems.length > 0) return { ok: false, name, problems };
  return { ok: true, suite: { file, name, ruleset: written.ruleset ?? null, cases, properties, placeOf } };
}

/** The file's name; `cases.json` goes by its folder. */
function suiteName(file: string, folder: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return name === 'cases.json' ? folder : name.replace(/\.test\.ya?ml$/, '');
}

/** The file as the format has it; null (reported, in the words of `explain` where it knows some) if it does not fit. */
function checkFile(
  { value, explain, isSuspicious }: ParsedFile,
  problems: SuiteProblem[],
  complain: Complain,
): WrittenSuite | null {
  if (value === null || value === undefined) {
    complain([], 'the suite has no cases');
    return null;
  }
  const isList = Array.isArray(value);
  const fits = (isList ? CaseList : SuiteObject).safeParse(value).success;
  const found = fits && !isSuspicious ? [] : explain();
  problems.push(...found);
  if (found.length > 0) return null;
  if (!isList) return checkShape(SuiteObject, value, [], complain);
  const cases = checkShape(CaseList, value, [], complain);
  return cases === null ? null : { cases };
}

function isSame(a: SuiteProblem, b: SuiteProblem): boolean {
  return a.line === b.line && a.column === b.column && a.message === b.message;
}

/** The case, or one for each of its rows. */
function readRows(
  written: WrittenCase,
  index: number,
  path: Path,
  shared: Shared,
  complain: Complain,
): readonly TestCase[] {
  const { each, ...single } = written;
  const name = written.name ?? `case ${index + 1}`;
  if (each === undefined) return [readCase(single, name, path, shared, false, complain)];
  return each.flatMap((row, i) => {
    const filled = checkShape(OneCase, fillRow(single, row, path, complain), path, complain);
    if (filled === null) return [];
    const named = filled.name ?? `${name}, row ${i + 1}`;
    return [readCase(filled, named, path, shared, true, complain)];
  });
}
