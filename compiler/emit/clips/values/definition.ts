/** A deffunction that the constructs define because CLIPS has none. Names with a star are of these functions only. */
export interface ValueDefinition {
  readonly name: string;
  /** The others that it calls. */
  readonly needs: readonly ValueDefinition[];
  /** The construct. */
  readonly text: string;
}

/** The functions of a value that cannot always be read. */
interface Reading {
  readonly value: ValueDefinition;
  /** True if the value can be read. */
  readonly readable: ValueDefinition;
}

/**
 * @param finder the function that returns the value, or another type if there is none
 * @param parameters of all three functions
 * @param isType the test of CLIPS for the type of the value
 * @param otherwise the value in CLIPS when there is none
 */
export function reading(
  name: string,
  finder: ValueDefinition,
  parameters: string,
  isType: 'floatp' | 'integerp' | 'stringp',
  otherwise: string,
): Reading {
  const call = `(${finder.name} ${parameters})`;
  const value = `(bind ?found ${call})\n   (if (${isType} ?found) then ?found else ${otherwise})`;
  return {
    value: definition(name, [finder], `(${parameters})\n   ${value}`),
    readable: definition(`${name}-readable`, [finder], `(${parameters})\n   (${isType} ${call})`),
  };
}

/** @param body what follows the name: the parameters and the actions */
export function definition(name: string, needs: readonly ValueDefinition[], body: string): ValueDefinition {
  return { name, needs, text: `(deffunction MAIN::${name} ${body.trim()})` };
}
