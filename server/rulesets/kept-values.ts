/** Texts by name that outlive the process as far as their store does. Throws ServiceError `store_unavailable`. */
export interface KeptValues {
  readonly value: (name: string) => Promise<string | null>;
  /** `null` if it is forgotten. */
  readonly setValue: (name: string, value: string | null) => Promise<void>;
}

/** Values of this process only. */
export function memoryValues(): KeptValues {
  const values = new Map<string, string>();
  return {
    value: (name) => Promise.resolve(values.get(name) ?? null),
    setValue(name, value) {
      if (value === null) values.delete(name);
      else values.set(name, value);
      return Promise.resolve();
    },
  };
}
