import type { PassedCompilation } from '../../../compiler/compile.ts';
import type { Source } from '../../../compiler/diagnostics/position.ts';
import type { Rule } from '../../../compiler/ruleset.ts';
import { CompileError } from '../../library/compile-error.ts';
import { compileOrThrow } from '../../library/compile-or-throw.ts';
import { askRuleset, type AskedRuleset } from '../explain/asked-ruleset.ts';
import { createEvidence, type Evidence } from '../analyze/evidence.ts';
import type { DefaultInfo } from '../../../runtime/contract.ts';
import type { Property } from './property.ts';

/** A ruleset with a rule more, which fires when facts fit what a property says of them. */
export interface PropertyRuleset {
  readonly compilation: PassedCompilation;
  readonly asked: AskedRuleset;
  readonly evidence: Evidence;
  /** Null: the property says nothing of the facts. */
  readonly rule: Rule | null;
}

const NAME = 'facts-of-a-property';
/** Behind all files of a ruleset. */
const FILE = '~property.yaml';
/** Behind all rules of its module, which is the last. */
const LAST = -10_000;
const DENY: DefaultInfo = { action: 'deny', reason: null };

/** Null, and what is wrong told: the ruleset does not compile with what the property says of facts. */
export function propertyRuleset(
  sources: readonly Source[],
  name: string,
  lenient: boolean,
  property: Property,
): PropertyRuleset | { readonly problem: string } {
  const when = property.kind === 'never' ? property.when : null;
  const rules = [{ name: NAME, salience: LAST, when, then: {} }];
  const more: readonly Source[] = when === null ? [] : [{ path: FILE, text: JSON.stringify({ rules }) }];
  try {
    const compilation = compileOrThrow([...sources, ...more], { name, lenient });
    const asked = askRuleset(compilation);
    const rule = asked.checked.rules.find((one) => one.name === NAME) ?? null;
    const evidence = createEvidence(asked, asked.compiled.default ?? DENY);
    return { compilation, asked, evidence, rule };
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    return { problem: `what it says of facts does not compile: ${error.message.replaceAll(FILE, 'when')}` };
  }
}
