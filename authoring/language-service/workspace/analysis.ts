import { checkRuleset } from '../../../compiler/check/check-ruleset.ts';
import type { Source } from '../../../compiler/diagnostics/position.ts';
import { createReport, type Diagnostic, type ReportOptions } from '../../../compiler/diagnostics/report.ts';
import { lowerShort } from '../../../compiler/lower/lower.ts';
import { createDraft } from '../../../compiler/read/document.ts';
import { checkImports } from '../../../compiler/read/imports.ts';
import type { Ruleset } from '../../../compiler/ruleset.ts';
import type { WrittenSyntax } from '../../../compiler/short-syntax.ts';
import type { Syntax } from '../../../compiler/syntax.ts';
import type { Document } from '../documents/document.ts';
import { once } from '../documents/once.ts';
import type { FileReading } from './read-file.ts';

/** A document among the sources of a ruleset, under the path that spans name. */
export interface Member {
  readonly path: string;
  readonly document: Document;
}

/**
 * A ruleset as it is checked. INVARIANT: it follows from the texts of its members and the options alone. What the compiler
 * finds is computed at its first use: names need only the text.
 */
export interface Analysis {
  readonly members: readonly Member[];
  readonly byPath: ReadonlyMap<string, Document>;
  /** As it is written, before the short form is lowered. */
  readonly written: WrittenSyntax;
  /** In the long form. */
  readonly syntax: Syntax;
  /** `null` if it has errors. */
  readonly ruleset: Ruleset | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly readings: ReadonlyMap<Document, FileReading>;
}

/** The phases of the compiler that find errors, on files that are read already. */
export function analyse(
  name: string,
  members: readonly Member[],
  readings: ReadonlyMap<Document, FileReading>,
  sources: readonly Source[],
  options: ReportOptions,
): Analysis {
  const draft = createDraft();
  const found: Diagnostic[] = [];
  for (const { document } of members) {
    const reading = readings.get(document);
    if (reading === undefined) continue;
    append(draft, reading.written);
    found.push(...reading.diagnostics);
  }
  const first = members.find(({ document }) => readings.has(document));
  const checked = once(() => check(name, draft, found, sources, options, first));
  return {
    members,
    byPath: new Map(members.map(({ path, document }) => [path, document])),
    written: draft,
    get syntax() {
      return checked().syntax;
    },
    get ruleset() {
      return checked().ruleset;
    },
    get diagnostics() {
      return checked().diagnostics;
    },
    readings,
  };
}

function check(
  name: string,
  written: WrittenSyntax,
  found: readonly Diagnostic[],
  sources: readonly Source[],
  options: ReportOptions,
  first: Member | undefined,
): Pick<Analysis, 'syntax' | 'ruleset' | 'diagnostics'> {
  const own = createReport(options);
  const isBroken = found.some(({ severity }) => severity === 'error');
  const report = { ...own, hasErrors: () => isBroken || own.hasErrors() };
  checkImports(written.imports, sources, report);
  const syntax = lowerShort(written, sources, report);
  const ruleset = checkRuleset(syntax, report, { name });
  if (ruleset?.rules.length === 0 && first !== undefined)
    report.add('ruleset-without-rules', { file: first.path, start: 0, end: 0 });
  return {
    syntax,
    ruleset: report.hasErrors() ? null : ruleset,
    diagnostics: [...found, ...own.sorted()],
  };
}

/** Adds what one file holds to what those before it hold. */
function append(draft: ReturnType<typeof createDraft>, written: WrittenSyntax): void {
  for (const kind of Object.keys(draft) as (keyof WrittenSyntax)[])
    for (const element of written[kind]) (draft[kind] as unknown[]).push(element);
}
