/** Runs one tool of `ferrule mcp serve` in its own thread, which the caller can end. */
import { parentPort, workerData } from 'node:worker_threads';
import { FerruleError } from '../../runtime/engine/errors.ts';
import { CompileError } from '../../library/compile-error.ts';
import { errorDetail } from '../../library/error-detail.ts';
import { RequestError } from '../../library/read-request.ts';
import { SourceError } from '../../library/node/sources.ts';
import { AUTHOR_TOOLS } from './author-tools.ts';
import { ToolError } from './confined-path.ts';

export interface AuthorCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly root: string;
}

/** `defect`: for the operator only. */
export type AuthorAnswer =
  { readonly text: string } | { readonly problem: string } | { readonly defect: string };

const { name, args, root } = workerData as AuthorCall;
parentPort?.postMessage(await answer());

async function answer(): Promise<AuthorAnswer> {
  const tool = AUTHOR_TOOLS.find((candidate) => candidate.name === name);
  if (tool === undefined) return { problem: `unknown tool ${JSON.stringify(name)}` };
  try {
    return { text: await tool.run(args, root) };
  } catch (error) {
    const problem = expectedMessage(error);
    if (problem !== null) return { problem };
    return { defect: error instanceof Error ? error.message : String(error) };
  }
}

/** Message of an error that an assistant can fix; null for a defect. */
function expectedMessage(error: unknown): string | null {
  if (error instanceof FerruleError) return errorDetail(error);
  const isTold =
    error instanceof ToolError ||
    error instanceof CompileError ||
    error instanceof SourceError ||
    error instanceof RequestError;
  return isTold ? error.message : null;
}
