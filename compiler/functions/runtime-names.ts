/** What generated code may call of the runtime: checked against the modules themselves, of which only types come in. */
import type { EmitScope } from '../expression/scope.ts';
import { code, joined, type Code } from '../write/code.ts';
import type * as regex from '../../runtime/regex.ts';
import type * as box from '../../runtime/functions/box.ts';
import type * as calls from '../../runtime/functions/calls.ts';
import type * as equality from '../../runtime/functions/equality.ts';
import type * as float from '../../runtime/functions/float.ts';
import type * as integer from '../../runtime/functions/integer.ts';
import type * as multifield from '../../runtime/functions/multifield.ts';
import type * as number from '../../runtime/functions/number.ts';
import type * as predicate from '../../runtime/functions/predicate.ts';
import type * as scan from '../../runtime/functions/scan.ts';
import type * as string from '../../runtime/functions/string.ts';
import type * as transcendental from '../../runtime/functions/transcendental.ts';
import type * as values from '../../runtime/values.ts';

export type RuntimeName = keyof (typeof regex &
  typeof box &
  typeof calls &
  typeof equality &
  typeof float &
  typeof integer &
  typeof multifield &
  typeof number &
  typeof predicate &
  typeof scan &
  typeof string &
  typeof transcendental &
  typeof values);

/** Names that are types only, so that a generated module imports them as types. */
export const RUNTIME_TYPE_NAMES = ['Fact', 'FieldValue', 'Integer', 'Multifield', 'Value'] as const;

export type RuntimeTypeName = (typeof RUNTIME_TYPE_NAMES)[number];

/** The identifier of something that the runtime exports. */
export function runtime(scope: EmitScope, name: RuntimeName | RuntimeTypeName): Code {
  return scope.runtime(name);
}

/** A call of a runtime function. */
export function call(scope: EmitScope, name: RuntimeName, ...args: readonly Code[]): Code {
  return code`${runtime(scope, name)}(${joined(args, ', ')})`;
}
