import { box } from '../emit/typescript/expression-convert.ts';
import type { EmitScope } from '../expression/scope.ts';
import {
  ANY,
  BOOLEAN,
  FIELD,
  INTEGER,
  MULTIFIELD,
  representation,
  STRING,
  type StaticType,
  type TypedCode,
} from '../expression/static-type.ts';
import { code, joined, type Code } from '../write/code.ts';
import { asInteger, asMultifield, asString, asValue, type ArgumentForm } from './arguments.ts';
import { always, MANY, type FunctionRow } from './row.ts';
import { call, type RuntimeName } from './runtime-names.ts';

/** A function that is one call of the runtime, its arguments each in the form given (the last for all that follow). */
function throughRuntime(name: string, runtime: RuntimeName, forms: readonly ArgumentForm[]) {
  return (args: readonly TypedCode[], scope: EmitScope): Code => {
    const codes = args.map((arg, i) => {
      const form = forms[Math.min(i, forms.length - 1)] ?? asValue;
      return form(arg, name, i + 1, scope);
    });
    return call(scope, runtime, ...codes);
  };
}

interface Shape {
  readonly name: string;
  readonly runtime: RuntimeName;
  readonly min: number;
  readonly max: number;
  readonly forms: readonly ArgumentForm[];
  readonly result: StaticType;
  readonly fails?: true;
  readonly since64?: true;
  readonly aliases?: readonly string[];
}

const TYPE_OF_FORM = new Map<ArgumentForm, StaticType>([
  [asInteger, INTEGER],
  [asMultifield, MULTIFIELD],
  [asString, STRING],
  [asValue, ANY],
]);

const SHAPES: readonly Shape[] = [
  { name: 'nth$', runtime: 'nthField', min: 2, max: 2, forms: [asInteger, asMultifield], result: FIELD },
  { name: 'first$', runtime: 'firstFields', min: 1, max: 1, forms: [asMultifield], result: MULTIFIELD },
  { name: 'rest$', runtime: 'restFields', min: 1, max: 1, forms: [asMultifield], result: MULTIFIELD },
  {
    name: 'subseq$',
    runtime: 'subsequence',
    min: 3,
    max: 3,
    forms: [asMultifield, asInteger],
    result: MULTIFIELD,
  },
  {
    name: 'member$',
    runtime: 'memberPosition',
    min: 2,
    max: 2,
    forms: [asValue, asMultifield],
    result: INTEGER | BOOLEAN | MULTIFIELD,
  },
  { name: 'subsetp', runtime: 'isSubset', min: 2, max: 2, forms: [asMultifield], result: BOOLEAN },
  {
    name: 'delete$',
    runtime: 'deleteFields',
    min: 3,
    max: 3,
    forms: [asMultifield, asInteger],
    result: MULTIFIELD,
    fails: true,
  },
  {
    name: 'delete-member$',
    runtime: 'deleteMembers',
    min: 2,
    max: MANY,
    forms: [asMultifield, asValue],
    result: MULTIFIELD,
  },
  {
    name: 'replace$',
    runtime: 'replaceFields',
    min: 4,
    max: MANY,
    forms: [asMultifield, asInteger, asInteger, asValue],
    result: MULTIFIELD,
    fails: true,
  },
  {
    name: 'replace-member$',
    runtime: 'replaceMembers',
    min: 3,
    max: MANY,
    forms: [asMultifield, asValue],
    result: MULTIFIELD,
    fails: true,
  },
  {
    name: 'insert$',
    runtime: 'insertFields',
    min: 3,
    max: MANY,
    forms: [asMultifield, asInteger, asValue],
    result: MULTIFIELD,
    fails: true,
  },
  {
    name: 'explode$',
    runtime: 'explode',
    min: 1,
    max: 1,
    forms: [asString],
    result: MULTIFIELD,
    fails: true,
  },
  {
    name: 'implode$',
    runtime: 'implode',
    min: 1,
    max: 1,
    forms: [asMultifield],
    result: STRING,
    fails: true,
  },
  {
    name: 'union$',
    runtime: 'unionFields',
    min: 0,
    max: MANY,
    forms: [asMultifield],
    result: MULTIFIELD,
    since64: true,
  },
  {
    name: 'intersection$',
    runtime: 'intersectFields',
    min: 0,
    max: MANY,
    forms: [asMultifield],
    result: MULTIFIELD,
    since64: true,
  },
  {
    name: 'difference$',
    runtime: 'differenceFields',
    min: 1,
    max: MANY,
    forms: [asMultifield],
    result: MULTIFIELD,
    since64: true,
  },
];

const shaped: readonly FunctionRow[] = SHAPES.map(({ forms, runtime, result, fails, ...row }) => ({
  ...row,
  group: 'multifield',
  accepts: forms.map((form) => TYPE_OF_FORM.get(form) ?? ANY),
  result: always(result),
  fails: fails ?? false,
  emit: throughRuntime(row.name, runtime, forms),
}));

/** Single values become an array literal; a multifield among them is spliced in. */
function emitCreate(args: readonly TypedCode[], scope: EmitScope): Code {
  const values = joined(
    args.map((arg) => box(arg, scope)),
    ', ',
  );
  if (args.every((arg) => (arg.type & MULTIFIELD) === 0)) return code`[${values}]`;
  const [only] = args;
  if (only && args.length === 1 && representation(only.type) === 'multifield') return only.code;
  return code`${scope.runtime('flatten')}(${values})`;
}

export const MULTIFIELDS: readonly FunctionRow[] = [
  {
    name: 'create$',
    group: 'multifield',
    min: 0,
    max: MANY,
    accepts: [ANY],
    result: always(MULTIFIELD),
    fails: false,
    emit: emitCreate,
  },
  {
    name: 'length$',
    group: 'multifield',
    min: 1,
    max: 1,
    accepts: [MULTIFIELD],
    result: always(INTEGER),
    fails: false,
    aliases: ['length'],
    emit: ([list], scope) => {
      if (!list) throw new TypeError('the checker counts arguments');
      return code`${asMultifield(list, 'length$', 1, scope)}.length`;
    },
  },
  ...shaped,
];
