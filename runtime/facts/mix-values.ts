/** Hashes of values that most facts do not have (see FactIndex). */
import { mixInteger, mixText } from './fact-index.ts';
import { FloatValue, SymbolValue, type Integer, type Multifield } from '../values/values.ts';

const float = new Float64Array(1);
const words = new Int32Array(float.buffer);

export function mixFloat(hash: number, value: number): number {
  float[0] = value;
  return mixInteger(mixInteger(hash, words[0]!), words[1]!);
}

export function mixBoolean(hash: number, value: boolean): number {
  return mixInteger(hash, value ? 1 : 0);
}

export function mixList(hash: number, list: Multifield): number {
  let mixed = mixInteger(hash, list.length);
  for (const item of list) {
    if (item instanceof SymbolValue) mixed = mixText(mixed, item.name);
    else if (item instanceof FloatValue) mixed = mixFloat(mixed, item.value);
    else mixed = typeof item === 'string' ? mixText(mixed, item) : mixInteger(mixed, item as Integer);
  }
  return mixed;
}
