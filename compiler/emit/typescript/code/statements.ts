/** Statements that hold others. */
import { code, joined, type Code } from './code.ts';

/** A condition in generated code; null: always true. */
export type Condition = Code | null;

/** A loop; one with a short body is on one line. */
export function loop(head: Code, body: readonly Code[]): Code {
  return body.length <= 2 && body.every(({ isLine }) => isLine)
    ? code`${head} { ${joined(body, ' ')} }`
    : code`${head} {\n${body}\n}`;
}

/** Statements that run when a condition holds; one plain statement follows it without braces. */
export function when(condition: Condition, statements: Code): Code {
  if (condition === null) return statements;
  return statements.isStatement
    ? code`if (${condition}) ${statements}`
    : code`if (${condition}) {\n${statements}\n}`;
}
