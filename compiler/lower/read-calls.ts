/** Functions on values that a rule applies to a path or slot, for `missing` of a result. */
import type { NamedTest } from '../../runtime/engine/named-value.ts';
import type { TextCall } from '../../runtime/values/text-call.ts';
import type { CallValue, PathValue, Resolved, SlotValue } from './resolved.ts';
import { valueFunction } from './value-functions.ts';

interface ReadCalls {
  readonly of: PathValue | SlotValue;
  /** In the order in which they are applied. */
  readonly calls: readonly TextCall[];
}

/** The functions on values that make a call of a path or slot; null for another call. */
export function callsOf(call: CallValue): ReadCalls | null {
  const [first, ...others] = call.args;
  if (first === undefined || valueFunction(call) === null) return null;
  const args = others.flatMap(literalOf);
  if (args.length < others.length) return null;
  const own: TextCall = { name: call.name.value, args };
  if (first.kind === 'path' || first.kind === 'slot') return { of: first, calls: [own] };
  const inner = first.kind === 'call' ? callsOf(first) : null;
  return inner && { of: inner.of, calls: [...inner.calls, own] };
}

function literalOf(part: Resolved): readonly (string | number)[] {
  if (part.kind === 'negative') return literalOf(part.operand).map((value) => -Number(value));
  if (part.kind !== 'literal') return [];
  const { value } = part;
  if (value.kind === 'text') return [value.value];
  return value.kind === 'number' ? [Number(value.text)] : [];
}

/** The test that each function can read its value; none if all of them always can. */
export function readCalls({ of, calls }: ReadCalls): readonly NamedTest[] {
  const isSensitive =
    of.kind === 'path' ? of.node.declared?.sensitive === true : of.slot.isSensitive === true;
  return calls.some(({ name }) => PARTIAL.has(name)) ? [{ kind: 'calls', calls, isSensitive }] : [];
}

const PARTIAL: ReadonlySet<string> = new Set(['part', 'number', 'quantity', 'time']);
