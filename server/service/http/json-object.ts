export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a parsed value is a JSON object: no array, and not the wrapper of a number that keeps its digits. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
