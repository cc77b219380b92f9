import { compileSources, checkSources, type PassedCompilation } from '../../compiler/compile.ts';
import { createReport, type Diagnostic } from '../../compiler/diagnostics/report.ts';
import type { Source } from '../../compiler/diagnostics/position.ts';
import { meaningText } from '../../authoring/diff/changed-rules.ts';
import { checkGraph, type RulesetTemplates } from '../../library/graphs/check-graph.ts';
import { readGraph } from '../../library/graphs/read-graph.ts';
import type { Request } from '../../library/suite/request.ts';
import { slotFinder, type FindSlot } from './places/slots-in-scope.ts';

/** Result of reading sources. */
export interface Reading {
  /** The meaning as a text; null if there are errors. */
  readonly meaning: string | null;
  readonly diagnostics: readonly Pick<Diagnostic, 'code' | 'severity' | 'message' | 'suggestion'>[];
}

/** A shipped file or folder whose texts are changed. */
export interface Subject {
  readonly name: string;
  readonly sources: readonly Source[];
  /** Owner of the documents in the grammar. */
  readonly owner: string;
  readonly findSlot: FindSlot;
  /** Never throws for what is wrong with the sources. */
  readonly read: (sources: readonly Source[]) => Reading;
  /** Compiles to compare by requests; null if there is nothing to evaluate. */
  readonly compile: ((sources: readonly Source[]) => PassedCompilation | null) | null;
  /** Requests of the suites beside it. */
  readonly requests: readonly Request[];
}

interface SubjectOptions {
  readonly requests?: readonly Request[];
  /** Unknown keys are ignored, so that slips in keys change the meaning. */
  readonly lenient?: boolean;
}

/** A subject of a ruleset. @throws Error if it does not compile */
export function rulesetSubject(
  name: string,
  sources: readonly Source[],
  { requests = [], lenient = false }: SubjectOptions = {},
): Subject {
  const options = { name, lenient };
  const original = checkSources(sources, options);
  if (!original.ok)
    throw new Error(
      `${name} does not compile: ${original.diagnostics.find(({ severity }) => severity === 'error')?.message ?? ''}`,
    );
  return {
    name,
    sources,
    owner: 'ruleset',
    findSlot: slotFinder(original.ruleset),
    read: (changed) => {
      const checked = checkSources(changed, options);
      return { meaning: checked.ok ? meaningText(checked.ruleset) : null, diagnostics: checked.diagnostics };
    },
    compile: (changed) => {
      const compilation = compileSources(changed, options);
      return compilation.ok ? compilation : null;
    },
    requests,
  };
}

/** A subject of a graph of rulesets. */
export function graphSubject(
  name: string,
  source: Source,
  rulesets: ReadonlyMap<string, RulesetTemplates>,
): Subject {
  return {
    name,
    sources: [source],
    owner: 'graph',
    findSlot: () => null,
    read: ([changed]) => {
      const report = createReport();
      const syntax = changed === undefined ? null : readGraph(changed, report);
      const plan = syntax && checkGraph(syntax, name, rulesets, report);
      return { meaning: report.hasErrors() ? null : meaningText(plan), diagnostics: report.sorted() };
    },
    compile: null,
    requests: [],
  };
}
