import type { Document } from '../../authoring/language-service/documents/document.ts';
import type { LspDiagnostic } from '../../authoring/language-service/protocol/types.ts';
import type { Saved } from '../../authoring/language-service/tasks/on-save.ts';
import type { LanguageService } from '../../authoring/language-service/service.ts';
import { log, type Connection } from './connection.ts';

/** Reports problems to the client: pushed, or returned when the client pulls. */
export interface Publisher {
  /** Something changed that diagnostics may depend on. */
  readonly changed: () => void;
  readonly closed: (uri: string) => void;
  /** A look at what was saved is done. */
  readonly looked: () => void;
}

/** Edits that arrive together are checked once, and requests about them get their responses before the check. */
const REST_MS = 15;
/** Turns of the event loop in which messages that arrived meanwhile get their responses first: the time may pass while the thread is busy. */
const TURNS = 4;

export function createPublisher(
  connection: Connection,
  service: LanguageService,
  pulls: boolean,
  loaded: () => Promise<void>,
  saved: Saved,
): Publisher {
  const diagnose = (document: Document): readonly LspDiagnostic[] => [
    ...service.diagnose(document),
    ...saved.of(service.workspace(), document),
  ];
  if (pulls) return answerPulls(connection, service, diagnose, loaded);
  /** The diagnostics pushed last, by address; documents without problems that are not open are left out. */
  const pushed = new Map<string, string>();
  let timer: NodeJS.Timeout | null = null;
  const push = (uri: string, version: number | null, diagnostics: readonly LspDiagnostic[]): void => {
    const text = JSON.stringify([version, diagnostics]);
    if (pushed.get(uri) === text) return;
    pushed.set(uri, text);
    void connection.sendNotification('textDocument/publishDiagnostics', {
      uri,
      ...(version === null ? {} : { version }),
      diagnostics,
    });
  };
  const run = async (): Promise<void> => {
    await loaded();
    const documents = service.checked();
    for (const document of documents) push(document.uri, document.version, diagnose(document));
    const known = new Set(documents.map(({ uri }) => uri));
    for (const uri of [...pushed.keys()])
      if (!known.has(uri)) {
        push(uri, null, []);
        pushed.delete(uri);
      }
  };
  return {
    changed() {
      if (timer !== null) clearTimeout(timer);
      const check = (turns: number): void => {
        timer = setTimeout(
          () => {
            if (turns < TURNS) {
              check(turns + 1);
              return;
            }
            timer = null;
            run().catch((error: unknown) => {
              log(connection, String(error));
            });
          },
          turns === 0 ? REST_MS : 0,
        );
      };
      check(0);
    },
    closed(uri) {
      push(uri, null, []);
      pushed.delete(uri);
      this.changed();
    },
    looked() {
      this.changed();
    },
  };
}

interface Report {
  readonly kind: 'full' | 'unchanged';
  readonly resultId: string;
  readonly items?: readonly LspDiagnostic[];
}

function answerPulls(
  connection: Connection,
  service: LanguageService,
  diagnose: (document: Document) => readonly LspDiagnostic[],
  loaded: () => Promise<void>,
): Publisher {
  const report = (document: Document | null, previous: string | undefined): Report => {
    const items = document === null ? [] : diagnose(document);
    const resultId = digest(JSON.stringify(items));
    return resultId === previous ? { kind: 'unchanged', resultId } : { kind: 'full', resultId, items };
  };
  connection.onRequest('textDocument/diagnostic', async (given) => {
    const params = given as PullParams;
    await loaded();
    return report(service.workspace().find(params.textDocument.uri), params.previousResultId);
  });
  connection.onRequest('workspace/diagnostic', async (given) => {
    const params = given as WorkspacePullParams;
    await loaded();
    const previous = new Map(params.previousResultIds.map(({ uri, value }) => [uri, value]));
    const documents = service.checked();
    const known = new Set(documents.map(({ uri }) => uri));
    const gone = [...previous.keys()].filter((uri) => !known.has(uri));
    return {
      items: [
        ...documents.map((document) => ({
          uri: document.uri,
          version: document.version,
          ...report(document, previous.get(document.uri)),
        })),
        ...gone.map((uri) => ({ uri, version: null, ...report(null, previous.get(uri)) })),
      ],
    };
  });
  return {
    changed: () => undefined,
    closed: () => undefined,
    looked: () => void connection.sendRequest('workspace/diagnostic/refresh').catch(() => undefined),
  };
}

interface PullParams {
  readonly textDocument: { readonly uri: string };
  readonly previousResultId?: string;
}

interface WorkspacePullParams {
  readonly previousResultIds: readonly { readonly uri: string; readonly value: string }[];
}

/** FNV-1a over the text: equal results have equal names. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return `${text.length}-${(hash >>> 0).toString(16)}`;
}
