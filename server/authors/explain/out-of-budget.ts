/** Everything that could be asked would take too long. */
export class OutOfBudget extends Error {}
