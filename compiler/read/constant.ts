import type { ConstantEntrySyntax, ConstantSyntax, ConstantValueSyntax } from '../tables-syntax.ts';
import type { Located, ScalarValue } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import { expectMap, readList, readScalar } from './fields.ts';
import { freeEntries } from './free-keys.ts';
import { checkDeclared } from './names.ts';
import { checkStraySigns } from './stray-signs.ts';
import type { YamlNode } from './yaml-node.ts';

/** Values of one list or map: a condition looks at all of them. */
const MOST_CONSTANT_VALUES = 10_000;

/** `constants:`, or a document of the values that a load gives them: names with values, lists and maps of values. */
export function readConstants(node: YamlNode, context: ReadContext): readonly ConstantSyntax[] {
  const constants: ConstantSyntax[] = [];
  for (const { key, value } of expectMap(node, context)?.entries.values() ?? []) {
    const name = checkDeclared(key, context);
    const read = readValue(value, context);
    if (name !== null && read !== null) constants.push({ name, value: read });
  }
  return constants;
}

function readValue(node: YamlNode, context: ReadContext): ConstantValueSyntax | null {
  if (node.kind === 'list') {
    checkSize(node.items.length, node, context);
    return { kind: 'list', items: readList(node, context, readLocated), at: node.at };
  }
  if (node.kind === 'map') {
    checkSize(node.entries.size, node, context);
    const entries = freeEntries(node, context).flatMap(({ key, value }): readonly ConstantEntrySyntax[] => {
      const read = readLocated(value, context);
      return read === null ? [] : [{ key, value: read }];
    });
    return { kind: 'map', entries, at: node.at };
  }
  const single = readLocated(node, context);
  return single && { kind: 'single', value: single.value, at: single.at };
}

function checkSize(size: number, { at }: YamlNode, { report }: ReadContext): void {
  if (size === 0) report.add('empty-list', at);
  if (size <= MOST_CONSTANT_VALUES) return;
  report.add('too-many-values', at, { limit: MOST_CONSTANT_VALUES, what: 'values of one constant' });
}

/** A value that is present: null is not. */
function readLocated(node: YamlNode, context: ReadContext): Located<ScalarValue> | null {
  const scalar = readScalar(node, context);
  if (scalar?.scalar.kind === 'null') {
    context.report.add('wrong-kind', scalar.at, { expected: 'a value', found: 'nothing' });
    return null;
  }
  if (scalar !== null) checkStraySigns(scalar, context);
  return scalar && { value: scalar.scalar, at: scalar.at };
}
