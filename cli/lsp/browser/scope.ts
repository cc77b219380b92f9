/** The parts of a browser's worker that the server uses; the types of Node do not have them. */
interface WorkerScope {
  readonly location: { readonly href: string };
  close: () => void;
  postMessage: (message: unknown) => void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  readonly Worker: new (url: string) => StartedWorker;
}

interface StartedWorker {
  postMessage: (message: unknown) => void;
  terminate: () => void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onerror: ((event: { readonly message?: string; preventDefault: () => void }) => void) | null;
}

export const scope = globalThis as unknown as WorkerScope;
