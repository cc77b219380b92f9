import { NumberText } from '../runtime/values/number-text.ts';

/** True if the value is a JSON object. A number that keeps its text is not one. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText)
  );
}
