/**
 * Returns the options that are given. An undefined or null option counts as omitted, so that it never overrides a
 * default; null stays where it has a meaning of its own.
 *
 * @param nullable options that may be null
 */
export function given<T extends object>(
  options: T | null | undefined,
  nullable: readonly (keyof T)[] = [],
): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  const entries = Object.entries(options ?? {}).filter(
    ([name, value]) => value !== undefined && (value !== null || nullable.includes(name as keyof T)),
  );
  return Object.fromEntries(entries) as { [Name in keyof T]: Exclude<T[Name], undefined> };
}

/** Returns the defaults with the options that are given in their place. */
export function withDefaults<Defaults extends object, T extends object>(
  defaults: Defaults,
  options: T | null | undefined,
): Defaults & { [Name in keyof T]: Exclude<T[Name], undefined> } {
  return { ...defaults, ...given(options) };
}
