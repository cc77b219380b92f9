import { closestName } from '../diagnostics/suggest.ts';
import type { ActionName, Consequence, ReasonPart } from '../ruleset.ts';
import type { Located, MetadataSyntax, ReasonPartSyntax, RuleSyntax } from '../syntax.ts';
import { checkEffects } from './check-effects.ts';
import type { Environment } from './environment.ts';
import { bindSlot, resolveAlias, resolveVariable } from './resolve-reference.ts';
import type { RuleContext } from './rule-context.ts';

const ACTIONS: readonly ActionName[] = ['allow', 'deny', 'escalate', 'scope', 'route'];
const LOGS: readonly Consequence['log'][] = ['none', 'summary', 'full'];

/** The right side of a rule. Its variables are those that the top level of the left side binds. */
export function checkThen(rule: RuleSyntax, environment: Environment, context: RuleContext): Consequence {
  const { then, name } = rule;
  const effects = checkEffects(then, environment, context);
  if (then.action === null && then.assert.length + then.retract.length + then.modify.length === 0) {
    context.report.add('rule-without-effect', name.at, { name: name.value });
  }
  return {
    action: checkWord(then.action, ACTIONS, 'unknown-action', context),
    reason: then.reason.flatMap((part) => checkReasonPart(part, environment, context) ?? []),
    log: checkWord(then.log, LOGS, 'unknown-log', context) ?? 'summary',
    notify: then.notify.map(({ value }) => value),
    attestation: then.attestation,
    scope: then.scope?.value ?? null,
    metadata: checkMetadata([...rule.metadata, ...then.metadata]),
    effects,
  };
}

function checkWord<T extends string>(
  written: Located<string> | null,
  words: readonly T[],
  code: 'unknown-action' | 'unknown-log',
  { report }: RuleContext,
): T | null {
  if (written === null) return null;
  const found = words.find((word) => word === written.value) ?? null;
  if (found === null) {
    report.add(code, written.at, { name: written.value }, closestName(written.value, words));
  }
  return found;
}

function checkReasonPart(
  part: ReasonPartSyntax,
  environment: Environment,
  context: RuleContext,
): ReasonPart | null {
  if (part.kind === 'text') return part;
  if (part.kind === 'variable') {
    const bound = resolveVariable(part.name, part.at, environment, context);
    return bound && { kind: 'variable', name: bound.name };
  }
  const pattern = resolveAlias(part.alias, part.at, environment, context);
  const bound = pattern && bindSlot(pattern, part.slot, part.at, context);
  return bound && { kind: 'variable', name: bound.name };
}

/** A later key replaces an earlier one and keeps its place. Values are text: a number's digits as written. */
function checkMetadata(entries: readonly MetadataSyntax[]): Consequence['metadata'] {
  const merged = new Map<string, string>();
  for (const { key, value } of entries) {
    const scalar = value.value;
    merged.set(
      key.value,
      scalar.kind === 'string' ? scalar.value : scalar.kind === 'null' ? '' : scalar.text,
    );
  }
  return [...merged];
}
