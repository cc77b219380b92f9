import { code, joined, type Code } from '../../code/code.ts';
import type { EmitScope } from '../emit-scope.ts';
import type { TypedCode } from '../typed-code.ts';
import { asFloat, type FunctionCode } from './arguments.ts';
import { call, type RuntimeName } from '../runtime-names.ts';

function floats(args: readonly TypedCode[], name: string, scope: EmitScope): readonly Code[] {
  return args.map((arg, i) => asFloat(arg, name, i + 1, scope));
}

/** A function that JavaScript has as CLIPS does: defined everywhere, no error. */
function direct(name: string, target: Code): FunctionCode {
  return (args, scope) => code`${target}(${joined(floats(args, name, scope), ', ')})`;
}

function throughRuntime(name: string, runtime: RuntimeName): FunctionCode {
  return (args, scope) => call(scope, runtime, ...floats(args, name, scope));
}

export const TRANSCENDENTAL = {
  sin: direct('sin', code`Math.sin`),
  cos: direct('cos', code`Math.cos`),
  atan: direct('atan', code`Math.atan`),
  sinh: direct('sinh', code`Math.sinh`),
  cosh: direct('cosh', code`Math.cosh`),
  tanh: direct('tanh', code`Math.tanh`),
  exp: direct('exp', code`Math.exp`),
  tan: throughRuntime('tan', 'tangent'),
  sec: throughRuntime('sec', 'secant'),
  csc: throughRuntime('csc', 'cosecant'),
  cot: throughRuntime('cot', 'cotangent'),
  acos: throughRuntime('acos', 'arcCosine'),
  asin: throughRuntime('asin', 'arcSine'),
  atan2: throughRuntime('atan2', 'arcTangent2'),
  asec: throughRuntime('asec', 'arcSecant'),
  acsc: throughRuntime('acsc', 'arcCosecant'),
  acot: throughRuntime('acot', 'arcCotangent'),
  sech: throughRuntime('sech', 'hyperbolicSecant'),
  csch: throughRuntime('csch', 'hyperbolicCosecant'),
  coth: throughRuntime('coth', 'hyperbolicCotangent'),
  acosh: throughRuntime('acosh', 'areaCosine'),
  asinh: throughRuntime('asinh', 'areaSine'),
  atanh: throughRuntime('atanh', 'areaTangent'),
  asech: throughRuntime('asech', 'areaSecant'),
  acsch: throughRuntime('acsch', 'areaCosecant'),
  acoth: throughRuntime('acoth', 'areaCotangent'),
  log: throughRuntime('log', 'logarithm'),
  log10: throughRuntime('log10', 'logarithm10'),
  sqrt: throughRuntime('sqrt', 'squareRoot'),
  '**': throughRuntime('**', 'power'),
  'deg-rad': throughRuntime('deg-rad', 'degreesToRadians'),
  'rad-deg': throughRuntime('rad-deg', 'radiansToDegrees'),
  'deg-grad': throughRuntime('deg-grad', 'degreesToGradians'),
  'grad-deg': throughRuntime('grad-deg', 'gradiansToDegrees'),
  pi: () => code`Math.PI`,
} satisfies Record<string, FunctionCode>;
