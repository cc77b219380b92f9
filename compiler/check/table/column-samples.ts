import { contains, excludedFrom, type Domain } from '../scope/domain.ts';

/**
 * String forms of values of an input, one of each kind that the cells distinguish: every value that a cell names, and
 * one between, below and above the bounds that cells have.
 */
export function samplesOf(input: Domain, cells: readonly Domain[]): readonly string[] {
  return candidates(input, cells).filter((form) => contains(input, form));
}

function candidates(input: Domain, cells: readonly Domain[]): readonly string[] {
  if (input.values !== null) return input.values;
  const named = [input, ...cells].flatMap((domain) => [...(domain.values ?? []), ...excludedFrom(domain)]);
  switch (input.type) {
    case 'BOOLEAN':
      return ['true', 'false'];
    case 'INTEGER':
      return around(named.map(BigInt), bounds([input, ...cells]).map(wholeOf)).map(String);
    case 'FLOAT':
      return aroundFloats([...named.map(Number), ...bounds([input, ...cells]).map(Number)]).map(formOf);
    default:
      return [...new Set([...named, another(named)])];
  }
}

function bounds(domains: readonly Domain[]): readonly (number | bigint)[] {
  return domains.flatMap(({ low, high }) => [low, high].flatMap((bound) => (bound ? [bound.value] : [])));
}

/** INVARIANT: a bound of an INTEGER is whole (domain.ts). */
function wholeOf(value: number | bigint): bigint {
  return typeof value === 'bigint' ? value : BigInt(Math.trunc(value));
}

/** The values themselves and their neighbours, which are the ends of what lies between. */
function around(values: readonly bigint[], limits: readonly bigint[]): readonly bigint[] {
  const points = [...values, ...limits];
  const all = new Set([0n, ...points.flatMap((value) => [value - 1n, value, value + 1n])]);
  return [...all].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

function aroundFloats(values: readonly number[]): readonly number[] {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const [first] = sorted;
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) return [0];
  const between = sorted.flatMap((value, i) => {
    const next = sorted[i + 1];
    const middle = next === undefined ? value : value + (next - value) / 2;
    return middle === value || middle === next ? [value] : [value, middle];
  });
  return [first - Math.max(1, Math.abs(first)), ...between, last + Math.max(1, Math.abs(last))];
}

function formOf(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** A text that no cell names. */
function another(named: readonly string[]): string {
  const taken = new Set(named);
  for (let count = 1; ; count++) {
    const text = count === 1 ? 'other' : `other-${count}`;
    if (!taken.has(text)) return text;
  }
}
