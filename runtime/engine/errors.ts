/**
 * Errors of the runtime. Codes are stable and the same that the HTTP service returns (docs/reference/diagnostics.md); messages
 * are for people.
 */
export type RuntimeErrorCode =
  | 'validation_error'
  | 'scope_error'
  | 'evaluation_failed'
  | 'evaluation_limit'
  | 'session_facts_exceeded'
  | 'fleet_facts_exceeded'
  | 'fleet_unavailable'
  | 'incompatible_module'
  | 'invalid_argument'
  | 'budget_amount';

/** In place of a value that a message must not show. */
export const MASKED = '[masked]';

/** A message about a value of a fact, with and without the value. */
interface ValueMessage {
  readonly masked: string;
  readonly whole: string;
}

/**
 * A message about a value of a fact.
 *
 * @param shown the value as the message shows it
 * @param write the message with the value, or with what is in its place
 */
export function about(shown: string, write: (shown: string) => string): ValueMessage {
  return { masked: write(MASKED), whole: write(shown) };
}

function maskedOf(message: string | ValueMessage): string {
  return typeof message === 'string' ? message : message.masked;
}

/**
 * Base of every error that the runtime throws on purpose. INVARIANT: its message shows a value of a fact only after
 * `reveal`, and its stack no earlier.
 */
export class FerruleError extends Error {
  // Written out: bundlers shorten the names of classes.
  override name = 'FerruleError';
  readonly code: RuntimeErrorCode;
  /** The slot or argument concerned, or null. */
  readonly field: string | null;
  readonly #masked: string;
  readonly #whole: string | null;
  constructor(code: RuntimeErrorCode, message: string | ValueMessage, field: string | null = null) {
    super(maskedOf(message));
    this.code = code;
    this.field = field;
    this.#masked = this.message;
    this.#whole = typeof message === 'string' ? null : message.whole;
  }

  /** The message without the value that it is about. */
  get masked(): string {
    return this.#masked;
  }

  /** The message with and without the value that it is about. */
  protected get messages(): string | ValueMessage {
    return this.#whole === null ? this.message : { masked: this.#masked, whole: this.#whole };
  }

  /** Shows the value that the message is about. For a value that is known not to be sensitive. */
  reveal(): void {
    if (this.#whole !== null) this.message = this.#whole;
  }
}

/** Thrown for an invalid argument. */
export function invalidArgument(message: string, field: string | null = null): FerruleError {
  return new FerruleError('invalid_argument', message, field);
}

/** A fact that cannot come in, and which one it is. */
abstract class FactError extends FerruleError {
  #index: number | null = null;
  #template: string | null = null;

  /** Place of the fact in the list it came with, from 0; null: it came alone. */
  get index(): number | null {
    return this.#index;
  }

  /** Template of the fact as it was given; null: no fact was given. */
  get template(): string | null {
    return this.#template;
  }

  /** The slot concerned; null: the fact as a whole. */
  abstract get slot(): string | null;

  /** Returns the error itself. */
  of(index: number | null, template: string): this {
    this.#index = index;
    this.#template = template;
    return this;
  }
}

/** A fact that the validation chain refuses. */
export class ValidationError extends FactError {
  override name = 'ValidationError';
  readonly #slot: string | null;

  constructor(message: string | ValueMessage, field: string | null = null, slot: string | null = field) {
    super('validation_error', message, field);
    this.#slot = slot;
  }

  /** The same error with more at the end of its message. */
  extended(more: string): ValidationError {
    const { messages } = this;
    const message =
      typeof messages === 'string'
        ? messages + more
        : { masked: messages.masked + more, whole: messages.whole + more };
    return new ValidationError(message, this.field);
  }

  get slot(): string | null {
    return this.#slot;
  }
}

const SCOPE_PROBLEMS = {
  fleet: "has scope 'fleet' and is asserted through a fleet engine only",
  host: "is 'from: host': only the host brings its facts",
  document: "is 'from: document': only `input` brings its facts",
} as const;

/** A fact that came through a door which is not open to its template. */
export class ScopeError extends FactError {
  override name = 'ScopeError';
  /** @param owner through whom its facts come */
  constructor(template: string, owner: 'fleet' | 'host' | 'document') {
    super('scope_error', `Template '${template}' ${SCOPE_PROBLEMS[owner]}`, template);
  }

  get slot(): null {
    return null;
  }
}

/** Has an error name the fact that it is about. */
export function nameFact(error: unknown, index: number | null, template: string): unknown {
  return error instanceof FactError ? error.of(index, template) : error;
}

/** A rule raised an error: no decision is given and working memory is as before. */
export class EvaluationError extends FerruleError {
  override name = 'EvaluationError';
  /** `module::rule`, or null when the error was raised outside any rule (matching a fact as it was asserted). */
  rule: string | null = null;
  /** `file:line:column` of the rule in its YAML, or null. */
  position: string | null = null;
  constructor(message: string | ValueMessage) {
    super('evaluation_failed', message);
  }
}

/** A limit of the engine (firings, facts, loop steps, recursion depth) was passed; working memory is as before. */
export class LimitError extends FerruleError {
  override name = 'LimitError';
  readonly limit: string;
  constructor(limit: string, message: string) {
    super('evaluation_limit', message);
    this.limit = limit;
  }
}
