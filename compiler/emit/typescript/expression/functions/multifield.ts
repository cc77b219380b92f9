import { code } from '../../code/code.ts';
import { spliced } from '../spliced.ts';
import {
  argumentAt,
  asInteger,
  asMultifield,
  asString,
  asValue,
  type ArgumentForm,
  type FunctionCode,
} from './arguments.ts';
import { call, type RuntimeName } from '../runtime-names.ts';

/** A function that is one call of the runtime, its arguments each in the form given (the last for all that follow). */
function throughRuntime(name: string, runtime: RuntimeName, ...forms: readonly ArgumentForm[]): FunctionCode {
  return (args, scope) => {
    const codes = args.map((arg, i) => {
      const form = forms[Math.min(i, forms.length - 1)] ?? asValue;
      return form(arg, name, i + 1, scope);
    });
    return call(scope, runtime, ...codes);
  };
}

export const MULTIFIELDS = {
  create$: spliced,
  length$: (args, scope) => code`${asMultifield(argumentAt(args, 0), 'length$', 1, scope)}.length`,
  nth$: throughRuntime('nth$', 'nthField', asInteger, asMultifield),
  first$: throughRuntime('first$', 'firstFields', asMultifield),
  rest$: throughRuntime('rest$', 'restFields', asMultifield),
  subseq$: throughRuntime('subseq$', 'subsequence', asMultifield, asInteger),
  member$: throughRuntime('member$', 'memberPosition', asValue, asMultifield),
  subsetp: throughRuntime('subsetp', 'isSubset', asMultifield),
  delete$: throughRuntime('delete$', 'deleteFields', asMultifield, asInteger),
  'delete-member$': throughRuntime('delete-member$', 'deleteMembers', asMultifield, asValue),
  replace$: throughRuntime('replace$', 'replaceFields', asMultifield, asInteger, asInteger, asValue),
  'replace-member$': throughRuntime('replace-member$', 'replaceMembers', asMultifield, asValue),
  insert$: throughRuntime('insert$', 'insertFields', asMultifield, asInteger, asValue),
  explode$: throughRuntime('explode$', 'explode', asString),
  implode$: throughRuntime('implode$', 'implode', asMultifield),
  union$: throughRuntime('union$', 'unionFields', asMultifield),
  intersection$: throughRuntime('intersection$', 'intersectFields', asMultifield),
  difference$: throughRuntime('difference$', 'differenceFields', asMultifield),
} satisfies Record<string, FunctionCode>;
