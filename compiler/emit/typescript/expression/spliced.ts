import { includes, MULTIFIELD, representation } from '../../../language/static-type.ts';
import { code, joined, type Code } from '../code/code.ts';
import { box } from './expression-convert.ts';
import type { EmitScope } from './emit-scope.ts';
import { call } from './runtime-names.ts';
import type { TypedCode } from './typed-code.ts';

/** One multifield of all values: multifields among them are spliced in, which is known of most when it is compiled. */
export function spliced(values: readonly TypedCode[], scope: EmitScope): Code {
  const [only] = values;
  if (only && values.length === 1 && representation(only.type) === 'multifield') return only.code;
  const fields = values.map((value) => {
    if (representation(value.type) === 'multifield') return code`...${value.code}`;
    const boxed = box(value, scope);
    return includes(value.type, MULTIFIELD) ? code`...${call(scope, 'fieldsOf', boxed)}` : boxed;
  });
  return code`[${joined(fields, ', ')}]`;
}
