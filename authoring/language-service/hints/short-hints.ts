import { partsOf } from '../../../compiler/lower/tree-parts.ts';
import type { ShortLeftSyntax } from '../../../compiler/short-syntax.ts';
import { QUANTIFIERS, type PathTree, type ShortExpression } from '../../../compiler/short-tree.ts';
import type { TemplateFacts } from '../completion/vocabulary.ts';
import type { Hint } from './hint.ts';

type Templates = ReadonlyMap<string, TemplateFacts>;

/** A name of a rule, with the template of its fact; `null` for all else. */
type Bound = ReadonlyMap<string, string | null>;

/** Templates that a short left half goes through without `for`, joins, and types. */
export function shortHints(left: ShortLeftSyntax, templates: Templates): readonly Hint[] {
  const bound = new Map<string, string | null>();
  for (const { name, source } of left.for) bound.set(name.value, templateOf(source, bound, templates));
  const hints: Hint[] = [];
  const implicit = new Set<string>();
  for (const { name, value } of left.let) {
    walk(value, bound, { templates, hints, implicit });
    const quantifier = quantifierOf(value, templates);
    const type = quantifier && typeOf(quantifier, bound, templates);
    if (type !== null) hints.push(behind(name.at, `: ${type}`, { kind: 1 }));
    bound.set(name.value, null);
  }
  for (const condition of left.if) walk(condition, bound, { templates, hints, implicit });
  const first = left.if[0];
  if (first !== undefined && implicit.size > 0)
    hints.push({
      file: first.at.file,
      offset: first.at.start,
      label: `for ${[...implicit].join(', ')}:`,
      side: 'before',
      kind: 2,
      tooltip: 'The rule fires once for each combination of these facts.',
    });
  return hints;
}

interface Walk {
  readonly templates: Templates;
  readonly hints: Hint[];
  readonly implicit: Set<string>;
}

const behind = ({ file, end }: PathTree['at'], label: string, more: Partial<Hint> = {}): Hint => ({
  file,
  offset: end,
  label,
  side: 'behind',
  ...more,
});

function walk(tree: ShortExpression, bound: Bound, given: Walk): void {
  const { templates, hints, implicit } = given;
  if (tree.kind === 'path') {
    const { value } = tree.root;
    if (!bound.has(value) && templates.has(value)) implicit.add(value);
    for (const step of tree.steps) if (step.kind === 'index') walk(step.index, bound, given);
    return;
  }
  const quantifier = quantifierOf(tree, templates);
  if (quantifier !== null) {
    const { name, source, args } = quantifier;
    const inside = new Map(bound).set(name, templateOf(source, bound, templates));
    for (const arg of args) walk(arg, inside, given);
    return;
  }
  if (tree.kind === 'comparison') {
    const [one, other] = [tree.left, tree.right].map((side) => factOf(side, bound, templates));
    if (one && other && one !== other)
      hints.push(behind(tree.at, 'join', { tooltip: `Joins the facts ${one} and ${other}.` }));
  }
  for (const part of partsOf(tree)) walk(part, bound, given);
}

/** The name of the fact that a side is a slot of. */
function factOf(tree: ShortExpression, bound: Bound, templates: Templates): string | null {
  if (tree.kind !== 'path' || tree.steps.length === 0) return null;
  const { value } = tree.root;
  const template = bound.get(value);
  if (template === undefined) return templates.has(value) ? value : null;
  return template === null ? null : value;
}

function templateOf({ root, steps }: PathTree, bound: Bound, templates: Templates): string | null {
  if (steps.length > 0) return null;
  return bound.get(root.value) ?? (templates.has(root.value) ? root.value : null);
}

interface Quantified {
  readonly word: string;
  readonly name: string;
  readonly source: PathTree;
  readonly args: readonly ShortExpression[];
}

/** `sum(order, …)` is read as a call, because only the templates of all files show that it goes through facts. */
function quantifierOf(tree: ShortExpression, templates: Templates): Quantified | null {
  if (tree.kind === 'quantifier')
    return { word: tree.quantifier.value, name: tree.name.value, source: tree.source, args: tree.args };
  if (tree.kind !== 'call' || !QUANTIFIERS.some((word) => word === tree.name.value)) return null;
  const [source, ...args] = tree.args;
  const isFacts = source?.kind === 'path' && source.steps.length === 0 && templates.has(source.root.value);
  return isFacts ? { word: tree.name.value, name: source.root.value, source, args } : null;
}

function typeOf({ word, name, source, args }: Quantified, bound: Bound, templates: Templates): string | null {
  if (word === 'count' || word === 'distinct') return 'integer';
  const [of] = args;
  if (of?.kind !== 'path' || of.root.value !== name) return null;
  const [step] = of.steps;
  const template = templates.get(templateOf(source, bound, templates) ?? '');
  const type = step?.kind === 'member' ? template?.slots.get(step.name)?.type : undefined;
  if (type === undefined) return null;
  return word === 'collect' ? `[${type}]` : type;
}
