export type JsonObject = Readonly<Record<string, unknown>>;

/** True if a parsed value is a JSON object: not an array, and not the wrapper of a number that keeps its digits. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
