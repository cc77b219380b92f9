/**
 * Trigonometric, hyperbolic and exponential functions by the formulas of CLIPS (emathfun.c). The last digit of a
 * transcendental function is up to the mathematical library, in CLIPS as here.
 */
import { EvaluationError } from '../engine/errors.ts';

const SMALLEST = 1e-15;
const TINY = 1e-25;

function domainError(name: string): EvaluationError {
  return new EvaluationError(`Domain error for function '${name}'`);
}

function overflowError(name: string): EvaluationError {
  return new EvaluationError(`Argument overflow for function '${name}'`);
}

/** A divisor that is so close to zero that CLIPS refuses it. */
function divisor(value: number, name: string): number {
  if (value < SMALLEST && value > -SMALLEST) throw singularity(name);
  return value;
}

function singularity(name: string): EvaluationError {
  return new EvaluationError(`Singularity at asymptote in function '${name}'`);
}

function inUnit(x: number, name: string): number {
  if (x > 1 || x < -1) throw domainError(name);
  return x;
}

function outsideUnit(x: number, name: string): number {
  if (x < 1 && x > -1) throw domainError(name);
  return x;
}

/** Neither zero nor so small that its reciprocal overflows in CLIPS. */
function notTiny(x: number, name: string): number {
  if (x === 0) throw singularity(name);
  if (x >= -TINY && x <= TINY) throw overflowError(name);
  return x;
}

function positive(x: number, name: string): number {
  if (x < 0) throw domainError(name);
  if (x === 0) throw overflowError(name);
  return x;
}

export function tangent(x: number): number {
  const cosine = divisor(Math.cos(x), 'tan');
  return Math.sin(x) / cosine;
}

export function secant(x: number): number {
  return 1 / divisor(Math.cos(x), 'sec');
}

export function cosecant(x: number): number {
  return 1 / divisor(Math.sin(x), 'csc');
}

export function cotangent(x: number): number {
  const sine = divisor(Math.sin(x), 'cot');
  return Math.cos(x) / sine;
}

export function arcCosine(x: number): number {
  return Math.acos(inUnit(x, 'acos'));
}

export function arcSine(x: number): number {
  return Math.asin(inUnit(x, 'asin'));
}

export function arcTangent2(y: number, x: number): number {
  if (x === 0 && y === 0) throw domainError('atan2');
  return Math.atan2(y, x);
}

export function arcSecant(x: number): number {
  return Math.acos(1 / outsideUnit(x, 'asec'));
}

export function arcCosecant(x: number): number {
  return Math.asin(1 / outsideUnit(x, 'acsc'));
}

export function arcCotangent(x: number): number {
  return x >= -TINY && x <= TINY ? Math.PI / 2 : Math.atan(1 / x);
}

export function hyperbolicSecant(x: number): number {
  return 1 / Math.cosh(x);
}

export function hyperbolicCosecant(x: number): number {
  return 1 / Math.sinh(notTiny(x, 'csch'));
}

export function hyperbolicCotangent(x: number): number {
  return 1 / Math.tanh(notTiny(x, 'coth'));
}

export function areaCosine(x: number): number {
  if (x < 1) throw domainError('acosh');
  return Math.log(x + Math.sqrt(x * x - 1));
}

export function areaSine(x: number): number {
  return Math.log(x + Math.sqrt(x * x + 1));
}

export function areaTangent(x: number): number {
  if (x >= 1 || x <= -1) throw domainError('atanh');
  return 0.5 * Math.log((1 + x) / (1 - x));
}

export function areaSecant(x: number): number {
  if (x > 1 || x <= 0) throw domainError('asech');
  return Math.log(1 / x + Math.sqrt(1 / (x * x) - 1));
}

export function areaCosecant(x: number): number {
  if (x === 0) throw domainError('acsch');
  return Math.log(1 / x + Math.sqrt(1 / (x * x) + 1));
}

export function areaCotangent(x: number): number {
  if (x <= 1 && x >= -1) throw domainError('acoth');
  return 0.5 * Math.log((x + 1) / (x - 1));
}

export function logarithm(x: number): number {
  return Math.log(positive(x, 'log'));
}

export function logarithm10(x: number): number {
  return Math.log10(positive(x, 'log10'));
}

export function squareRoot(x: number): number {
  if (x < 0) throw domainError('sqrt');
  return Math.sqrt(x);
}

export function power(base: number, exponent: number): number {
  if ((base === 0 && exponent <= 0) || (base < 0 && Math.trunc(exponent) !== exponent))
    throw domainError('**');
  // C returns 1 for a base of 1 (and of -1 with an infinite exponent), JavaScript does not.
  if (base === 1 || (base === -1 && !Number.isFinite(exponent) && !Number.isNaN(exponent))) return 1;
  return base ** exponent;
}

export function degreesToRadians(x: number): number {
  return (x * Math.PI) / 180;
}

export function radiansToDegrees(x: number): number {
  return (x * 180) / Math.PI;
}

export function degreesToGradians(x: number): number {
  return x / 0.9;
}

export function gradiansToDegrees(x: number): number {
  return x * 0.9;
}
