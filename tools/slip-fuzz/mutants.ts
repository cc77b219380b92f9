import type { Source } from '../../compiler/diagnostics/position.ts';
import { readRecords } from '../../compiler/read/csv.ts';
import { createReport } from '../../compiler/diagnostics/report.ts';
import { DEFAULT_READ_LIMITS } from '../../compiler/read/limits.ts';
import { createTally } from '../../compiler/read/tally.ts';
import type { Slot } from '../../compiler/ruleset.ts';
import type { ScalarPlace } from './places/place.ts';
import { walkSource } from './places/walk.ts';
import { cellSlips } from './slips/cell.ts';
import { csvSlips, fileSlips } from './slips/file.ts';
import { keySlips } from './slips/key.ts';
import { literalSlips } from './slips/literal.ts';
import { slipsOf } from './slips/of-place.ts';
import { shapeSlips } from './slips/shape.ts';
import { nameCases } from './slips/name.ts';
import type { Subject } from './subject.ts';

/** One text with one slip in it. */
export interface Mutant {
  readonly kind: string;
  readonly file: string;
  /** The slip, for people. */
  readonly slip: string;
  /** Makes the text of the file; null if the slip does not apply there. */
  readonly make: () => string | null;
}

/** A place with its slips, made when they are wanted. */
export interface Site {
  readonly mutants: () => readonly Mutant[];
}

/** Every place of a subject that can be written otherwise. */
export function sitesOf(subject: Subject): readonly Site[] {
  return subject.sources.flatMap((source) =>
    source.path.endsWith('.csv') ? csvSites(source, subject) : yamlSites(source, subject),
  );
}

function yamlSites(source: Source, { owner, findSlot }: Subject): readonly Site[] {
  const { scalars, pairs, freeKeys } = walkSource(source, owner, findSlot);
  const { path: file, text } = source;
  const at = (start: number): string => `${file}:${text.slice(0, start).split('\n').length}`;
  const splice = (start: number, end: number, put: string): string =>
    text.slice(0, start) + put + text.slice(end);
  const ofScalars = scalars.map((place): Site => ({
    mutants: () =>
      slipsOf(place).flatMap(({ kind, text: changed }) =>
        writingsOf(place, changed, text).map((written): Mutant => ({
          kind,
          file,
          slip: `${at(place.start)} ${place.owner}.${place.key}: ${shownChange(text.slice(place.start, place.end), written)}`,
          make: () => splice(place.start, place.end, written),
        })),
      ),
  }));
  const ofKeys = pairs.map((place): Site => ({
    mutants: () => [
      ...keySlips(place, text.slice(place.start, place.valueEnd).includes('\n')).map(
        ({ kind, text: key }): Mutant => ({
          kind,
          file,
          slip: `${at(place.start)} ${place.owner}.${place.key} → ${shown(key)}`,
          make: () => splice(place.start, place.end, key),
        }),
      ),
      ...shapeSlips(text, place).map(({ kind, make }): Mutant => ({
        kind,
        file,
        slip: `${at(place.start)} ${place.owner}.${place.key}`,
        make,
      })),
    ],
  }));
  const ofFree = freeKeys
    .filter(({ owner: map }) => ['assert', 'modify', 'input', 'fact', 'node'].includes(map))
    .map(({ key, start, end, owner: map }): Site => ({
      mutants: () =>
        nameCases(key).map((name): Mutant => ({
          kind: 'key: name of a slot',
          file,
          slip: `${at(start)} ${map}: ${key} → ${shown(name)}`,
          make: () => splice(start, end, name),
        })),
    }));
  const whole: Site = {
    mutants: () =>
      fileSlips(text).map(({ kind, text: changed }): Mutant => ({
        kind,
        file,
        slip: `${file}: ${shown(changed)}`,
        make: () => changed,
      })),
  };
  return [...ofScalars, ...ofKeys, ...ofFree, whole];
}

/** Characters shown on each side of what a slip changed in a long text. */
const AROUND = 40;

/** Both texts for people, long ones without what they have in common at their ends. */
function shownChange(before: string, after: string): string {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const part = (text: string): string =>
    shown(text.slice(Math.max(0, start - AROUND), Math.min(text.length, text.length - end + AROUND)));
  return `${part(before)} → ${part(after)}`;
}

/** A text for people, with what cannot be seen as escapes. */
function shown(text: string): string {
  const visible = JSON.stringify(text.length > 160 ? `${text.slice(0, 160)}…` : text)
    .slice(1, -1)
    .replaceAll('\\"', '"');
  return visible.replace(
    /[^\x20-\x7e\u2026\u2192]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Ways to write a changed value in YAML: plain, and in quotes. */
function writingsOf(
  { style, start, end, role }: ScalarPlace,
  changed: string,
  source: string,
): readonly string[] {
  const before = source.slice(start, end);
  if (style === 'block') {
    const inside = blockText(before, changed);
    return inside === null ? [] : [inside];
  }
  const double = JSON.stringify(changed);
  const single = `'${changed.replaceAll("'", "''")}'`;
  const quoted = style === 'double' ? double : single;
  // In quotes, they are the texts that their author means.
  const isYaml = [
    'word',
    'flag',
    'integer',
    'name',
    'reference',
    'value',
    'slot-value',
    'constant',
    'relation-cell',
    'alias',
    'variable',
  ].includes(role);
  const all = isYaml ? [changed] : style === 'plain' ? [changed, double] : [quoted, changed];
  return [...new Set(all)].filter((one) => one !== before && (one === changed || !/[\0]/.test(one)));
}

/** A block scalar with another text, where only one line has changed. */
function blockText(before: string, changed: string): string | null {
  const [header = '', ...lines] = before.split('\n');
  const indent = /^ */.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0] ?? '';
  const folded = header.startsWith('>');
  if (folded) return null;
  return `${header}\n${changed
    .split('\n')
    .map((line) => (line === '' ? line : indent + line))
    .join('\n')}`;
}

function csvSites(source: Source, { sources, findSlot }: Subject): readonly Site[] {
  const { path: file, text } = source;
  const report = createReport();
  const limits = DEFAULT_READ_LIMITS;
  const [header, ...rows] = readRecords({ source, report, limits, files: new Map(), tally: createTally() });
  const columns = header?.cells.map((cell) => cell.text) ?? [];
  const slots = columns.map((column) => slotOfCsv(column, file, sources, findSlot));
  const isTable = columns.some((column) => column === 'action');
  const ofCells = rows.flatMap(({ cells }) =>
    cells.map((cell, i): Site => {
      const slot = slots[i] ?? null;
      const isInput = /^[$?]/.test(columns[i] ?? '');
      return {
        mutants: () => {
          const own =
            isTable && isInput
              ? cellSlips(cell.text, slot)
              : isTable
                ? []
                : // Two names in a cell of data are a name, as of a firm.
                  literalSlips(cell.text, slot?.type ?? 'STRING', 'csv').filter(
                    ({ kind }) => kind !== 'joined',
                  );
          return own.flatMap(({ kind, text: changed }) =>
            writingsOfCell(cell.quoted, changed).map((written): Mutant => ({
              kind: `csv: ${kind}`,
              file,
              slip: `${file}: ${columns[i] ?? ''} ${shown(text.slice(cell.start, cell.end))} → ${shown(written)}`,
              make: () => text.slice(0, cell.start) + written + text.slice(cell.end),
            })),
          );
        },
      };
    }),
  );
  const whole: Site = {
    mutants: () =>
      csvSlips(text).map(({ kind, text: changed }): Mutant => ({
        kind,
        file,
        slip: `${file}: ${shown(changed)}`,
        make: () => changed,
      })),
  };
  return [...ofCells, whole];
}

/** A changed cell in CSV. A spreadsheet puts quotes around it only if it must; an author's quotes mean the text itself. */
function writingsOfCell(isQuoted: boolean, changed: string): readonly string[] {
  const quoted = `"${changed.replaceAll('"', '""')}"`;
  return isQuoted || /[,\r\n]/.test(changed) ? [changed, quoted] : [changed];
}

/** The slot that a column of a CSV file is of: a relation's column by its name, a table's by its reference. */
function slotOfCsv(
  column: string,
  file: string,
  sources: readonly Source[],
  findSlot: Subject['findSlot'],
): Slot | null {
  const [, slot] = /^\$[\w-]+\.([\w-]+)$/.exec(column) ?? [];
  const text = sources.map((one) => one.text).join('\n');
  const names = [...text.matchAll(/name: ([\w-]+)/g)].map(([, name = '']) => name);
  for (const name of names) {
    const found = findSlot(name, slot ?? column);
    if (found !== null && (slot !== undefined || text.includes(file))) return found;
  }
  return null;
}
