/** Definitions that are hidden from all clients and cannot be called, even if accepted. */
import { asksByResult } from './elicitation.ts';
import type { Request } from './message.ts';
import { isReservedName } from './methods.ts';
import { mirroredArguments, type MirroredArgument } from './param-headers.ts';
import type { Tool } from './tool.ts';

/** Problem of a tool, as far as clients of this request see it; null for none. */
export function toolProblem(tool: Tool, request: Request): string | null {
  if (isReservedName(tool.name)) return 'its name belongs to a method of the protocol';
  return mirroredOf(tool, request) === null ? 'its definition requires headers that are not allowed' : null;
}

/** Headers of a tool call, unknown in earlier revisions. `null` if it cannot be called. */
export function mirroredOf(tool: Tool, request: Request): readonly MirroredArgument[] | null {
  return asksByResult(request) ? mirroredArguments(tool) : [];
}
