/** Names that the compiler and the host give for budgets. */

/** Name of a budget's key for the token of the caller. */
export const TOKEN_KEY = 'token';
/** Template of the sums that the host brings: one fact for each key of a budget that a request uses. */
export const BUDGET_TEMPLATE = '__budget';
