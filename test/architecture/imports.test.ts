import { describe, expect, it } from 'vitest';
import { findCycle, importsOf, ROOMS, type Import } from './imports.ts';

const COMMON = [
  'ruleset.ts',
  'input-facts.ts',
  'hidden-templates.ts',
  'infix-condition.ts',
  'input-syntax.ts',
  'syntax.ts',
  'tables-syntax.ts',
  'aggregate.ts',
  'relation.ts',
  'searches.ts',
  'untyped.ts',
  'left-side.ts',
  'required.ts',
  'thresholds.ts',
  'diagnostics',
  'sensitivity.ts',
  'temporal-meaning.ts',
  'values.ts',
];

/** Budgets as they are written. */
const BUDGETS = ['budget-syntax.ts', 'budget-paths.ts'];

/** Folders of the compiler that each folder may import. */
const PHASES: Readonly<Record<string, readonly string[]>> = {
  'input-facts.ts': ['diagnostics', 'language'],
  'ruleset.ts': [
    'aggregate.ts',
    'diagnostics',
    'infix-condition.ts',
    'input-facts.ts',
    'language',
    'relation.ts',
    'searches.ts',
    'sensitivity.ts',
    'temporal-meaning.ts',
    'values.ts',
  ],
  'hidden-templates.ts': [],
  'infix-condition.ts': ['diagnostics'],
  // For the types of a document, and for explanations.
  'document-parts.ts': ['input-facts.ts', 'language', 'left-side.ts', 'ruleset.ts'],
  'temporal-meaning.ts': ['aggregate.ts', 'language'],
  'input-syntax.ts': ['diagnostics', 'syntax.ts'],
  'relation.ts': ['ruleset.ts', 'values.ts'],
  'searches.ts': [],
  'aggregate.ts': ['tables-syntax.ts', 'language', 'values.ts'],
  'sensitivity.ts': [],
  'budget-syntax.ts': ['diagnostics', 'short-tree.ts', 'syntax.ts'],
  'budget-paths.ts': ['budget-syntax.ts', 'short-tree.ts'],
  'syntax.ts': [
    'budget-syntax.ts',
    'diagnostics',
    'infix-condition.ts',
    'input-syntax.ts',
    'tables-syntax.ts',
  ],
  'tables-syntax.ts': ['diagnostics', 'infix-condition.ts', 'syntax.ts'],
  'untyped.ts': ['ruleset.ts', 'language'],
  'left-side.ts': ['language', 'ruleset.ts', 'untyped.ts'],
  'required.ts': [],
  'thresholds.ts': [],
  'values.ts': [],
  diagnostics: [],
  language: COMMON,
  'short-tree.ts': ['diagnostics', 'syntax.ts'],
  'short-syntax.ts': ['diagnostics', 'tables-syntax.ts', 'short-tree.ts', 'syntax.ts'],
  read: [...COMMON, 'budget-syntax.ts', 'language', 'short-syntax.ts', 'short-tree.ts'],
  // Lowers what was read, with the readers of texts inside constructors.
  lower: [...COMMON, ...BUDGETS, 'language', 'read', 'short-syntax.ts', 'short-tree.ts'],
  check: [...COMMON, ...BUDGETS, 'language', 'short-tree.ts'],
  order: [...COMMON, 'language'],
  plan: [...COMMON, 'language', 'order'],
  emit: [...COMMON, 'document-parts.ts', 'language', 'order', 'plan'],
  bundle: [],
  // Made of the tables of what reads and checks.
  schema: ['tables-syntax.ts', 'short-syntax.ts', 'language', 'read', 'check'],
  'entry-point.ts': ['compile.ts', 'diagnostics', 'emit'],
  'compile.ts': [...COMMON, 'language', 'read', 'lower', 'check', 'order', 'plan', 'emit'],
};

const values = (imports: readonly Import[]): readonly Import[] =>
  imports.filter(({ onlyTypes }) => !onlyTypes);

describe('imports', () => {
  const compiler = importsOf('compiler');

  it('go from a phase of the compiler to what it is given, and never back', () => {
    const phase = (path: string): string => path.split('/')[1] ?? '';
    const wrong = compiler.filter(({ from, to }) => {
      if (!to.startsWith('compiler/') || phase(from) === phase(to)) return false;
      return !(PHASES[phase(from)] ?? []).includes(phase(to));
    });
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('let a check run without the emitters', () => {
    const reached = new Set<string>();
    const visit = (path: string): void => {
      if (reached.has(path)) return;
      reached.add(path);
      for (const { from, to } of values(compiler)) if (from === path) visit(to);
    };
    visit('compiler/check/check-ruleset.ts');
    expect([...reached].filter((path) => /^compiler\/(order|plan|emit)\//.test(path))).toEqual([]);
  });

  it('have no cycle', () => {
    expect(findCycle(values(importsOf(...ROOMS)))).toBeNull();
  });

  it('finds a cycle where there is one', () => {
    const edge = (from: string, to: string): Import => ({ from, to, onlyTypes: false });
    expect(findCycle([edge('a', 'b'), edge('b', 'c'), edge('c', 'b')])).toEqual(['b', 'c', 'b']);
  });
});
