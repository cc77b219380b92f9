import type { ChildProcessWithoutNullStreams } from 'node:child_process';

/** An editor that waits for one thing at a time. */
export interface EditorClient {
  readonly initialize: () => Promise<void>;
  readonly request: (method: string, params: unknown) => Promise<unknown>;
  readonly notify: (method: string, params: unknown) => void;
  /** Resolves when the diagnostics of a version, or of a later one, have arrived. */
  readonly checked: (act: () => void, version: number) => Promise<void>;
  readonly end: () => void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly version?: number };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

export function editorClient(child: ChildProcessWithoutNullStreams): EditorClient {
  const answers = new Map<number, (message: Message) => void>();
  const waiting: { readonly version: number; readonly go: () => void }[] = [];
  let last = 0;
  let checkedVersion = 0;
  const send = (message: object): void => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const take = (message: Message): void => {
    if (message.id !== undefined && message.method === undefined) {
      answers.get(message.id)?.(message);
      answers.delete(message.id);
    } else if (message.method === 'textDocument/publishDiagnostics') {
      checkedVersion = Math.max(checkedVersion, message.params?.version ?? 0);
      for (const one of waiting.splice(0))
        if (one.version <= checkedVersion) one.go();
        else waiting.push(one);
    }
  };
  readMessages(child, take);
  const request = (method: string, params: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      answers.set(++last, ({ result, error }) => {
        if (error === undefined) resolve(result);
        else reject(new Error(`${method}: ${error.message}`));
      });
      send({ id: last, method, params });
    });
  return {
    async initialize() {
      await request('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
      send({ method: 'initialized', params: {} });
    },
    request,
    notify: (method, params) => {
      send({ method, params });
    },
    checked(act, version) {
      const done = new Promise<void>((go) => {
        if (version <= checkedVersion) go();
        else waiting.push({ version, go });
      });
      act();
      return done;
    },
    end: () => void child.kill(),
  };
}

function readMessages({ stdout }: ChildProcessWithoutNullStreams, take: (message: Message) => void): void {
  let bytes = Buffer.alloc(0);
  stdout.on('data', (more: Buffer) => {
    bytes = Buffer.concat([bytes, more]);
    for (;;) {
      const head = bytes.indexOf('\r\n\r\n');
      if (head === -1) return;
      const length = Number(/Content-Length: (\d+)/i.exec(bytes.toString('latin1', 0, head))?.[1]);
      const end = head + 4 + length;
      if (bytes.length < end) return;
      take(JSON.parse(bytes.toString('utf8', head + 4, end)) as Message);
      bytes = bytes.subarray(end);
    }
  });
}
