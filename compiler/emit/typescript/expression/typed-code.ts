import type { StaticType } from '../../../language/static-type.ts';
import type { Literal } from '../../../values.ts';
import type { Code } from '../code/code.ts';

/** Generated code with the static type of its value. */
export interface TypedCode {
  readonly code: Code;
  readonly type: StaticType;
  /** True when evaluating it can raise an evaluation error (decides what may be reordered or left out). */
  readonly canFail: boolean;
  /** The constant that the code is, when it is one. */
  readonly literal?: Literal;
  /** A constant or a plain variable: may be written twice. */
  readonly simple?: boolean;
}
