/** The right half: texts, values and effects as the long form has them. */
import { closestName } from '../diagnostics/suggest.ts';
import type { ShortRightSyntax, ShortText } from '../short-syntax.ts';
import type { ConstructorTree } from '../short-tree.ts';
import type {
  AssertSyntax,
  MetadataSyntax,
  ModifySyntax,
  ObligationSyntax,
  ReasonPartSyntax,
  SlotValueSyntax,
  ThenSyntax,
} from '../syntax.ts';
import { isHiddenName } from './document/hidden.ts';
import type { LoweredRule } from './context.ts';
import { partsOfText, type Names, type Writer } from './right-parts.ts';
import { itemOf } from './right-values.ts';
import type { FactBinding } from './resolved.ts';
import { failRule } from './scope.ts';
import type { TemplateInfo } from './vocabulary.ts';

/** The parts of one text. */
export const lowerText = (rule: LoweredRule, text: ShortText, names: Names): readonly ReasonPartSyntax[] =>
  partsOfText({ rule, names }, text);

interface LoweredRight {
  readonly then: ThenSyntax;
  readonly metadata: readonly MetadataSyntax[];
}

export function lowerRight(rule: LoweredRule, right: ShortRightSyntax, names: Names): LoweredRight {
  const writer: Writer = { rule, names };
  const { action, reason, at } = right;
  const isTarget = action?.action.value === 'route' || action?.action.value === 'scope';
  const text = action?.text ?? null;
  const written = isTarget ? reason : (text ?? reason);
  refuseInAlternatives(writer, right);
  return {
    metadata: right.metadata.map(({ key, text: value }) => ({ key, parts: partsOfText(writer, value) })),
    then: {
      action: action && { value: action.action.value, at: action.action.at },
      reason: written === null ? [] : partsOfText(writer, written),
      log: right.log,
      notify: right.notify,
      attestation: right.attestation,
      scope: isTarget && text !== null ? partsOfText(writer, text) : null,
      obligations: right.obligations.map((duty) => ('long' in duty ? duty.long : obligationOf(writer, duty))),
      metadata: [],
      assert: right.assert.flatMap((tree) => assertOf(writer, tree) ?? []),
      retract: right.retract,
      modify: right.modify.map((tree) => modifyOf(writer, tree)),
      at,
    },
  };
}

/** `modify` and `retract` need one pattern that every alternative has. */
function refuseInAlternatives({ rule, names }: Writer, { modify, retract }: ShortRightSyntax): void {
  if (names.form === 'long' || !names.hasAlternatives) return;
  for (const name of [...modify.map((tree) => tree.name), ...retract])
    failRule(rule, 'short-alternatives', name.at, { name: name.value });
}

function assertOf(writer: Writer, tree: ConstructorTree): AssertSyntax | null {
  const { rule } = writer;
  const { templates } = rule.vocabulary;
  const template = templates.get(tree.name.value);
  if (template === undefined && isHiddenName(rule.documents, tree.name.value)) {
    failRule(rule, 'input-document-template', tree.name.at, { name: tree.name.value });
    return null;
  }
  if (template === undefined || template.isRelation) {
    failRule(
      rule,
      'unknown-template',
      tree.name.at,
      { name: tree.name.value },
      closestName(tree.name.value, templates.keys()),
    );
    return null;
  }
  return { template: tree.name, slots: valuesOf(writer, tree, template), at: tree.at };
}

function modifyOf(writer: Writer, tree: ConstructorTree): ModifySyntax {
  const binding = writer.rule.scope.names.get(tree.name.value);
  const template = binding?.kind === 'fact' ? (binding satisfies FactBinding).template : null;
  return { fact: tree.name, slots: valuesOf(writer, tree, template), at: tree.at };
}

function obligationOf(writer: Writer, tree: ConstructorTree): ObligationSyntax {
  return { type: tree.name, properties: valuesOf(writer, tree, null), at: tree.at };
}

function valuesOf(
  writer: Writer,
  { values }: ConstructorTree,
  template: TemplateInfo | null,
): readonly SlotValueSyntax[] {
  return values.flatMap(({ slot, value }): readonly SlotValueSyntax[] => {
    const info = template?.slots.get(slot.value) ?? null;
    if (template !== null && info === null) {
      const parameters = { template: template.name, slot: slot.value };
      failRule(
        writer.rule,
        'unknown-slot',
        slot.at,
        parameters,
        closestName(slot.value, template.slots.keys()),
      );
      return [];
    }
    if (value.kind === 'list') {
      const items = value.items.flatMap((item) => itemOf(writer, item, info) ?? []);
      return [{ slot, items, at: value.at }];
    }
    const item = itemOf(writer, value, info);
    return item === null ? [] : [{ slot, items: null, ...item }];
  });
}
