import type { LoadModule } from '../../library/load-module.ts';
import type { PassedCompilation } from '../../compiler/compile.ts';
import type { Source } from '../../compiler/diagnostics/position.ts';
import type { Rule } from '../../compiler/ruleset.ts';
import { CompileError } from '../../library/compile-error.ts';
import { compileOrThrow } from '../../library/compile-or-throw.ts';
import {
  createExplainableRuleset,
  type ExplainableRuleset,
} from '../../library/explain/explainable-ruleset.ts';
import { createEvidence, type Evidence } from '../analyze/evidence.ts';
import type { DefaultInfo } from '../../runtime/description.ts';
import type { Path } from '../../library/suite/suite.ts';
import { locatedJson, type LocatedJson } from './located-json.ts';
import { drawableOf, type Drawable } from '../../library/constants/drawable.ts';
import type { Property } from '../../library/suite/property.ts';

/** A ruleset with a rule more, which fires when facts fit what a property says of them. */
export interface PropertyRuleset {
  readonly compilation: PassedCompilation;
  readonly explainable: ExplainableRuleset;
  readonly evidence: Evidence;
  /** Basis for drawing facts. */
  readonly drawable: Drawable;
  /** `null` if the property does not constrain the facts. */
  readonly rule: Rule | null;
}

/** A property whose facts do not compile. */
interface PropertyProblem {
  readonly problem: string;
  /** Place in the property; null: the ruleset itself does not compile. */
  readonly path: Path | null;
}

const NAME = 'facts-of-a-property';
/** Behind all files of a ruleset. */
const FILE = '~property.yaml';
/** Behind all rules of its module, which is the last. */
const LAST = -10_000;
const DENY: DefaultInfo = { action: 'deny', reason: null };

/** `null` (reported) if the ruleset does not compile with the property's constraints on facts. */
export function propertyRuleset(
  sources: readonly Source[],
  name: string,
  lenient: boolean,
  property: Property,
  load: LoadModule,
): PropertyRuleset | PropertyProblem {
  const when = property.kind === 'never' ? property.when : null;
  const rules = [{ name: NAME, salience: LAST, ...when, then: { log: 'summary' } }];
  const { text, pathAt } = locatedJson({ rules });
  const more: readonly Source[] = when === null ? [] : [{ path: FILE, text }];
  try {
    const compilation = compileOrThrow([...sources, ...more], { name, lenient, cells: true });
    const explainable = createExplainableRuleset(compilation, load);
    const rule = explainable.checked.rules.find((one) => one.name === NAME) ?? null;
    const evidence = createEvidence(explainable, explainable.compiled.default ?? DENY);
    return { compilation, explainable, evidence, drawable: drawableOf(explainable.checked), rule };
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    return problemOf(error, pathAt);
  }
}

function problemOf({ message, diagnostics }: CompileError, pathAt: LocatedJson['pathAt']): PropertyProblem {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const first = errors[0];
  if (first?.file !== FILE) return { problem: message, path: null };
  const hint = first.suggestion === null ? '' : ` (did you mean '${first.suggestion}'?)`;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  // Within `rules`, the one rule.
  const path = pathAt(first.column - 1).slice(2);
  return { problem: `${first.message}${hint}${more}`, path };
}
