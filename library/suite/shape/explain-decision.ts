import { meantAction } from '../../../compiler/diagnostics/guesses.ts';
import type { ReadContext } from '../../../compiler/read/context.ts';
import type { YamlNode } from '../../../compiler/read/yaml-node.ts';
import { isDecision } from '../decisions.ts';
import { explainText } from './explain-text.ts';
import { refuse } from './refuse.ts';

/** The decision that a bare value means. */
export function decisionOf({ scalar }: Extract<YamlNode, { kind: 'scalar' }>): string | null {
  if (scalar.kind !== 'string') return null;
  return isDecision(scalar.text) ? scalar.text : meantAction(scalar.text);
}

/** Accepts `[deny]` and `true` as a decision. */
export function explainDecision(node: YamlNode | null, context: ReadContext): void {
  const only = node?.kind === 'list' && node.items.length === 1 ? node.items[0] : undefined;
  const isTruth = node?.kind === 'scalar' && node.scalar.kind === 'boolean';
  const meant =
    only?.kind === 'scalar'
      ? decisionOf(only)
      : isTruth && node.scalar.value
        ? 'allow'
        : isTruth
          ? 'deny'
          : null;
  if (node !== null && meant !== null) refuse(node, () => meant, context);
  else explainText(node, context);
}
