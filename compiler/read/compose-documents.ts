import { Composer, type CST, type Document, type YAMLError } from 'yaml';

/**
 * YAML 1.2, core schema, whatever a directive says. Keys are compared by us (the library compares each with each),
 * and no tag beyond the core ones is known.
 */
const OPTIONS = {
  version: '1.2',
  schema: 'core',
  merge: false,
  intAsBigInt: true,
  uniqueKeys: false,
  resolveKnownTags: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

/** Syntax errors that are taken of one source. */
export const MOST_ERRORS = 20;

/** Every problem that the composer finds goes through this method. */
interface Complaining {
  onError: (source: unknown, code: unknown, message: string, isWarning?: boolean) => void;
}

class TooManyErrors extends Error {}

interface Composed {
  readonly documents: readonly Document.Parsed[];
  /** All errors, those of the documents included. */
  readonly errors: readonly YAMLError[];
}

/**
 * Composes the syntax tree into documents. A few megabytes can hold millions of errors, each an object with its
 * stack, so composing ends at the first error too many.
 */
export function composeDocuments(tokens: readonly CST.Token[]): Composed {
  const composer = new Composer(OPTIONS);
  endAtTooManyErrors(composer);
  const documents: Document.Parsed[] = [];
  const errors: YAMLError[] = [];
  try {
    for (const token of tokens) documents.push(...(composer.next(token) as Iterable<Document.Parsed>));
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error;
    // Pending parts belong to the abandoned document, not to the one before it.
    errors.push(...composer.streamInfo().errors.splice(0));
  }
  documents.push(...(composer.end() as Iterable<Document.Parsed>));
  errors.push(...documents.flatMap((document) => document.errors), ...composer.streamInfo().errors);
  return { documents, errors };
}

function endAtTooManyErrors(composer: Composer): void {
  const complaining = composer as unknown as Complaining;
  const { onError } = complaining;
  let count = 0;
  complaining.onError = (source, code, message, isWarning) => {
    // A warning is nothing to us; tags and the like are judged when the tree is built.
    if (isWarning === true) return;
    if (++count > MOST_ERRORS) throw new TooManyErrors();
    onError(source, code, message, isWarning);
  };
}
