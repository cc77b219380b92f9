import { closestName } from '../../diagnostics/suggest.ts';
import type { Span } from '../../diagnostics/position.ts';
import type { Report } from '../../diagnostics/report.ts';
import type { Literal } from '../../values.ts';
import type { ConstantSyntax, ConstantValueSyntax } from '../../tables-syntax.ts';
import type { Located, ScalarValue } from '../../syntax.ts';
import type { Pass } from '../checked.ts';
import { CONSTANT_KINDS, type Constant, type ConstantType } from '../scope/constants.ts';
import { typeScalar } from '../scope/literals.ts';
import { uniqueNames } from '../scope/unique-names.ts';

const TYPES: Readonly<Record<Exclude<ScalarValue['kind'], 'null'>, ConstantType>> = {
  string: 'STRING',
  integer: 'INTEGER',
  float: 'FLOAT',
  boolean: 'BOOLEAN',
};

function typeOf({ kind }: ScalarValue): ConstantType {
  return kind === 'null' ? 'STRING' : TYPES[kind];
}

/** The values of a constant. */
function valuesOf(value: ConstantValueSyntax): readonly Located<ScalarValue>[] {
  if (value.kind === 'single') return [value];
  return value.kind === 'list' ? value.items : value.entries.map((entry) => entry.value);
}

/** The one type of some values: integers among floats are floats. Null when there are several. */
function commonType(values: readonly Located<ScalarValue>[]): ConstantType | null {
  const types = new Set(values.map(({ value }) => typeOf(value)));
  if (types.has('FLOAT')) types.delete('INTEGER');
  const [only = 'STRING'] = types;
  return types.size > 1 ? null : only;
}

function typed(value: ScalarValue, type: ConstantType, at: Span, report: Report): Literal | null {
  // Quoted values are text, and other values are never read as text.
  if (type === 'STRING' && value.kind !== 'string') {
    report.add('wrong-literal', at, { text: value.text, type });
    return null;
  }
  if (type !== 'STRING' && value.kind === 'string') {
    report.add('wrong-literal', at, { text: value.text, type });
    return null;
  }
  return typeScalar(value, type, at, report);
}

/** The constant with the values of `value`, all of one type. */
function makeConstant(
  name: string,
  value: ConstantValueSyntax,
  type: ConstantType,
  report: Report,
): Constant | null {
  switch (value.kind) {
    case 'single': {
      const literal = typed(value.value, type, value.at, report);
      return literal && { kind: 'single', name, value: literal };
    }
    case 'list':
      return {
        kind: 'list',
        name,
        items: value.items.flatMap((item) => typed(item.value, type, item.at, report) ?? []),
      };
    case 'map': {
      const entries = value.entries.flatMap(({ key, value: item }): [string, Literal][] => {
        const literal = typed(item.value, type, item.at, report);
        return literal === null ? [] : [[key.value, literal]];
      });
      return { kind: 'map', name, type, entries: new Map(entries), at: value.at };
    }
  }
}

function checkConstant(
  { name, value }: ConstantSyntax,
  settings: ReadonlyMap<string, ConstantSyntax>,
  report: Report,
): Constant | null {
  const type = commonType(valuesOf(value));
  if (type === null) {
    report.add('constant-types', value.at, { name: name.value });
    return null;
  }
  const given = settings.get(name.value)?.value;
  if (given === undefined) return makeConstant(name.value, value, type, report);
  if (given.kind !== value.kind) {
    const parameters = {
      name: name.value,
      expected: CONSTANT_KINDS[value.kind],
      found: CONSTANT_KINDS[given.kind],
    };
    report.add('setting-kind', given.at, parameters);
  }
  // A wrong one was reported; what uses the constant is not.
  const own = (): Constant | null => makeConstant(name.value, value, type, report);
  return given.kind === value.kind ? (makeConstant(name.value, given, type, report) ?? own()) : own();
}

/** Constants have unique names and values of one type each; what a load gives has the kind and type of the ruleset's. */
export const checkConstants: Pass = (checked, report) => {
  const { constants, settings } = checked.syntax;
  const declared = uniqueNames('constant', constants, report);
  const names = new Set(declared.map(({ name }) => name.value));
  // A later one replaces an earlier one: of a file and of single values, those come last.
  const given = new Map(settings.map((setting) => [setting.name.value, setting]));
  for (const { name } of settings) {
    if (names.has(name.value)) continue;
    report.add('unknown-constant', name.at, { name: name.value }, closestName(name.value, names));
  }
  const made = declared.flatMap((constant) => checkConstant(constant, given, report) ?? []);
  return { ...checked, constants: new Map(made.map((constant) => [constant.name, constant])) };
};
