/**
 * Help in the editor by the language server of ferrule, which runs in a worker of the page: completion, hover, signatures, rename,
 * definitions, references, formatting and fixes. The worker runs no rules: the sandboxed workers do that.
 */
import { autocompletion } from '@codemirror/autocomplete';
import {
  findReferencesKeymap,
  formatKeymap,
  hoverTooltips,
  jumpToDefinitionKeymap,
  LSPClient,
  renameKeymap,
  serverCompletion,
  signatureHelp,
  type Transport,
} from '@codemirror/lsp-client';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import purify from 'dompurify';
import { createFixes, type Fixes } from './fixes.ts';
import { ROOT, RulesetWorkspace, uriOf, type Files } from './workspace.ts';

/** Elements that Markdown of the server becomes. Text of rules is in it, and it is never markup. */
const ALLOWED_TAGS = ['p', 'br', 'code', 'pre', 'span', 'ul', 'ol', 'li', 'strong', 'em', 'hr', 'h3', 'h4'];

export interface Assistance {
  /** Extension of an editor for a file of the ruleset. */
  readonly of: (path: string) => Extension;
  readonly fixes: Fixes;
}

/** Milliseconds for the start on a busy machine, and for a request. */
const TIMEOUT_MS = 30_000;

/** @param files of the open ruleset. @returns once the server has started. Throws what kept it from that */
export async function startAssistance(files: Files): Promise<Assistance> {
  const worker = new Worker('language.js');
  const client = new LSPClient({
    rootUri: ROOT,
    timeout: TIMEOUT_MS,
    // The page shows problems and tests itself.
    initializationOptions: { analyzeOnSave: false, testOnSave: false, codeLens: false, inlayHints: false },
    workspace: (own) => new RulesetWorkspace(own, files),
    sanitizeHTML: (html) => purify.sanitize(html, { ALLOWED_TAGS, ALLOWED_ATTR: ['class'] }),
    notificationHandlers: { 'window/logMessage': () => true },
    unhandledNotification: () => undefined,
    extensions: [
      serverCompletion({ override: true }),
      // Their signs are missing in many fonts.
      autocompletion({ icons: false }),
      hoverTooltips(),
      signatureHelp(),
      keymap.of([...renameKeymap, ...formatKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]),
    ],
  });
  client.connect(workerTransport(worker));
  await client.initializing;
  const extensions = new Map<string, Extension>();
  return {
    of(path) {
      let extension = extensions.get(path);
      if (extension === undefined) extensions.set(path, (extension = client.plugin(uriOf(path), 'yaml')));
      return extension;
    },
    fixes: createFixes(client),
  };
}

/** The client speaks in text, the worker in objects. */
function workerTransport(worker: Worker): Transport {
  const handlers = new Map<(message: string) => void, (event: MessageEvent) => void>();
  return {
    send: (message) => worker.postMessage(JSON.parse(message)),
    subscribe(handler) {
      const listener = ({ data }: MessageEvent): void => handler(JSON.stringify(data));
      handlers.set(handler, listener);
      worker.addEventListener('message', listener);
    },
    unsubscribe(handler) {
      const listener = handlers.get(handler);
      if (listener !== undefined) worker.removeEventListener('message', listener);
    },
  };
}
