import { FLOAT, NUMBER } from '../expression/static-type.ts';
import { code, joined, type Code } from '../write/code.ts';
import { asFloat } from './arguments.ts';
import { always, type FunctionRow } from './row.ts';
import { call, type RuntimeName } from './runtime-names.ts';

/** Functions that JavaScript has as CLIPS does: defined everywhere, no error. */
const DIRECT: readonly (readonly [name: string, code: Code])[] = [
  ['sin', code`Math.sin`],
  ['cos', code`Math.cos`],
  ['atan', code`Math.atan`],
  ['sinh', code`Math.sinh`],
  ['cosh', code`Math.cosh`],
  ['tanh', code`Math.tanh`],
  ['exp', code`Math.exp`],
];

/** Functions of the runtime, and whether they can raise a domain error. */
const THROUGH_RUNTIME: readonly (readonly [
  name: string,
  runtime: RuntimeName,
  args: 1 | 2,
  fails: boolean,
])[] = [
  ['tan', 'tangent', 1, true],
  ['sec', 'secant', 1, true],
  ['csc', 'cosecant', 1, true],
  ['cot', 'cotangent', 1, true],
  ['acos', 'arcCosine', 1, true],
  ['asin', 'arcSine', 1, true],
  ['atan2', 'arcTangent2', 2, true],
  ['asec', 'arcSecant', 1, true],
  ['acsc', 'arcCosecant', 1, true],
  ['acot', 'arcCotangent', 1, false],
  ['sech', 'hyperbolicSecant', 1, false],
  ['csch', 'hyperbolicCosecant', 1, true],
  ['coth', 'hyperbolicCotangent', 1, true],
  ['acosh', 'areaCosine', 1, true],
  ['asinh', 'areaSine', 1, false],
  ['atanh', 'areaTangent', 1, true],
  ['asech', 'areaSecant', 1, true],
  ['acsch', 'areaCosecant', 1, true],
  ['acoth', 'areaCotangent', 1, true],
  ['log', 'logarithm', 1, true],
  ['log10', 'logarithm10', 1, true],
  ['sqrt', 'squareRoot', 1, true],
  ['**', 'power', 2, true],
  ['deg-rad', 'degreesToRadians', 1, false],
  ['rad-deg', 'radiansToDegrees', 1, false],
  ['deg-grad', 'degreesToGradians', 1, false],
  ['grad-deg', 'gradiansToDegrees', 1, false],
];

const direct: readonly FunctionRow[] = DIRECT.map(([name, target]) => ({
  name,
  group: 'transcendental',
  min: 1,
  max: 1,
  accepts: [NUMBER],
  result: always(FLOAT),
  fails: false,
  emit: (args, scope) =>
    code`${target}(${joined(
      args.map((arg) => asFloat(arg, name, 1, scope)),
      ', ',
    )})`,
}));

const throughRuntime: readonly FunctionRow[] = THROUGH_RUNTIME.map(([name, runtime, count, fails]) => ({
  name,
  group: 'transcendental',
  min: count,
  max: count,
  accepts: [NUMBER],
  result: always(FLOAT),
  fails,
  ...(name === 'atan2' ? { since64: true as const } : {}),
  emit: (args, scope) => call(scope, runtime, ...args.map((arg, i) => asFloat(arg, name, i + 1, scope))),
}));

export const TRANSCENDENTAL: readonly FunctionRow[] = [
  ...direct,
  ...throughRuntime,
  {
    name: 'pi',
    group: 'transcendental',
    min: 0,
    max: 0,
    accepts: [],
    result: always(FLOAT),
    fails: false,
    emit: () => code`Math.PI`,
  },
];
