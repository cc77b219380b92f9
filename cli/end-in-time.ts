import { runInThisContext } from 'node:vm';

const WORK = '__ferruleWork';
const globals = globalThis as unknown as Record<string, unknown>;

/**
 * Does work that must not take longer. Throws DOMException TimeoutError when it is not done by then: only the machine can
 * end what never comes back to its caller.
 */
export function endInTime<T>(work: () => T, mostMs: number): T {
  globals[WORK] = work;
  try {
    return runInThisContext(`${WORK}()`, { timeout: mostMs }) as T;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new DOMException(`no decision within ${mostMs} ms`, 'TimeoutError');
  } finally {
    delete globals[WORK];
  }
}
