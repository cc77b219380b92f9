/** google.protobuf.Struct as JSON values; the library names the fields of Google's own messages in its own way. */

export interface StructMessage {
  readonly fields: Readonly<Record<string, ValueMessage>>;
}

interface ValueMessage {
  readonly numberValue?: number;
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly structValue?: StructMessage;
  readonly listValue?: { readonly values: readonly ValueMessage[] };
}

export function structValue({ fields }: StructMessage): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, valueOf(value)]));
}

function valueOf(value: ValueMessage): unknown {
  if (value.structValue !== undefined) return structValue(value.structValue);
  if (value.listValue !== undefined) return value.listValue.values.map(valueOf);
  return exact(value.numberValue) ?? value.stringValue ?? value.boolValue ?? null;
}

/** An integer that a double holds and no safe integer is goes on with all the digits of that double. */
function exact(value: number | undefined): number | bigint | undefined {
  const isLong = value !== undefined && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isLong ? BigInt(value) : value;
}
