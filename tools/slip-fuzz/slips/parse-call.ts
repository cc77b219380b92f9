import type { Slot } from '../../../compiler/ruleset.ts';
import type { SlotType } from '../../../compiler/values.ts';
import { createReport } from '../../../compiler/diagnostics/report.ts';
import { parseOperator } from '../../../compiler/read/operator.ts';
import { OPERATOR_TABLE } from '../../../compiler/language/operators/table.ts';
import type { ArgumentSyntax, OperatorSyntax } from '../../../compiler/syntax.ts';

/** A literal or reference inside a call, by its offsets in the text. */
interface Leaf {
  readonly kind: 'bare' | 'quoted' | 'reference' | 'variable';
  /** Without quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Type of the value, as far as the operator and the slot say; null for names of templates, slots and others. */
  readonly type: SlotType | null;
  readonly isInList: boolean;
}

export interface Call {
  readonly text: string;
  readonly name: string;
  /** Text between the parentheses. */
  readonly inner: string;
  readonly args: readonly ArgumentSyntax[];
  readonly leaves: readonly Leaf[];
}

/** Parses an expression without errors; null for another text. */
export function parseCall(text: string, slot: Slot | null): Call | null {
  const at = { file: '', start: 0, end: text.length };
  const report = createReport();
  const spanOf = (start: number, end: number): typeof at => ({ file: '', start, end });
  const call = parseOperator({ text, at, spanOf }, report);
  if (call === null) return null;
  const leaves = call.args.flatMap((argument, i) => leavesOf(argument, typeOf(call, i, slot), false));
  return { text, name: call.operator.value, inner: call.raw.value, args: call.args, leaves };
}

function typeOf({ operator }: OperatorSyntax, index: number, slot: Slot | null): SlotType | null {
  const { parameters = [] } = OPERATOR_TABLE.get(operator.value) ?? {};
  switch (parameters[index]) {
    case 'value':
    case 'item':
    case 'items':
    case 'values':
      return slot?.type ?? null;
    case 'number':
      return slot?.type ?? 'INTEGER';
    case 'size':
      return 'INTEGER';
    case 'text':
    case 'texts':
    case 'text-or-texts':
    case 'level':
    case 'compartment':
      return 'STRING';
    default:
      return null;
  }
}

function leavesOf(argument: ArgumentSyntax, type: SlotType | null, isInList: boolean): readonly Leaf[] {
  const { at } = argument;
  switch (argument.kind) {
    case 'list':
      return argument.items.flatMap((item) => leavesOf(item, type, true));
    case 'map':
      return argument.entries.flatMap(({ value }) => leavesOf(value, null, true));
    case 'lookup':
      return leavesOf(argument.key, null, isInList);
    case 'reference': {
      const text = `$${argument.alias}.${argument.slot}`;
      return [{ kind: 'reference', text, start: at.start, end: at.end, type, isInList }];
    }
    case 'variable':
      return [{ kind: 'variable', text: `?${argument.name}`, start: at.start, end: at.end, type, isInList }];
    default: {
      const { kind, text } = argument;
      return argument.isLiteral === true
        ? []
        : [{ kind, text, start: at.start, end: at.end, type, isInList }];
    }
  }
}
