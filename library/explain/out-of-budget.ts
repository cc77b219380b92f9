/** Evaluating everything would take too long. */
export class OutOfBudget extends Error {}
