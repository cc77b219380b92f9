/** Start of the first script of a worker: the name is what bundles call. */
import { createParts, type Parts } from './parts.ts';

(globalThis as { ferruleParts?: Parts }).ferruleParts = createParts();
