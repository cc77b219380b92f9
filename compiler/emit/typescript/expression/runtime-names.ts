/** Runtime functions that generated code may call: checked against the modules themselves, of which only types are imported. */
import type * as regex from '../../../../runtime/regex/regex.ts';
import type * as box from '../../../../runtime/functions/box.ts';
import type * as calls from '../../../../runtime/functions/calls.ts';
import type * as compartments from '../../../../runtime/functions/compartments.ts';
import type * as lastCall from '../../../../runtime/functions/last-call.ts';
import type * as equality from '../../../../runtime/functions/equality.ts';
import type * as float from '../../../../runtime/values/float.ts';
import type * as integer from '../../../../runtime/functions/integer.ts';
import type * as multifield from '../../../../runtime/functions/multifield.ts';
import type * as number from '../../../../runtime/functions/number.ts';
import type * as rowChoice from '../../../../runtime/matching/row-choice.ts';
import type * as predicate from '../../../../runtime/functions/predicate.ts';
import type * as scan from '../../../../runtime/functions/scan.ts';
import type * as string from '../../../../runtime/functions/string.ts';
import type * as textLimit from '../../../../runtime/functions/text-limit.ts';
import type * as transcendental from '../../../../runtime/functions/transcendental.ts';
import type * as value from '../../../../runtime/functions/value.ts';
import type * as foldCase from '../../../../runtime/functions/fold-case.ts';
import type * as glob from '../../../../runtime/values/glob.ts';
import type * as hostWithin from '../../../../runtime/values/host-within.ts';
import type * as localTime from '../../../../runtime/values/local-time.ts';
import type * as network from '../../../../runtime/values/network.ts';
import type * as pathWithin from '../../../../runtime/values/path-within.ts';
import type * as versionRange from '../../../../runtime/values/version-range.ts';
import type * as truth from '../../../../runtime/values/truth-symbols.ts';
import type * as values from '../../../../runtime/values/values.ts';
import { code, joined, type Code } from '../code/code.ts';
import type { EmitScope } from './emit-scope.ts';

export type RuntimeName = keyof (typeof regex &
  typeof box &
  typeof calls &
  typeof compartments &
  typeof lastCall &
  typeof equality &
  typeof float &
  typeof integer &
  typeof multifield &
  typeof number &
  typeof rowChoice &
  typeof predicate &
  typeof scan &
  typeof string &
  typeof textLimit &
  typeof transcendental &
  typeof value &
  typeof foldCase &
  typeof glob &
  typeof hostWithin &
  typeof localTime &
  typeof network &
  typeof pathWithin &
  typeof versionRange &
  typeof truth &
  typeof values);

/** Names that are types only, so that a generated module imports them as types. */
export const RUNTIME_TYPE_NAMES = ['Fact', 'FieldValue', 'Integer', 'Multifield', 'Value'] as const;

type RuntimeTypeName = (typeof RUNTIME_TYPE_NAMES)[number];

/** The identifier of something that the runtime exports. */
export function runtime(scope: EmitScope, name: RuntimeName | RuntimeTypeName): Code {
  return scope.runtime(name);
}

/** A call of a runtime function. */
export function call(scope: EmitScope, name: RuntimeName, ...args: readonly Code[]): Code {
  return code`${runtime(scope, name)}(${joined(args, ', ')})`;
}
