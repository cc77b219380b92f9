import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { CommandError, DONE, textOption, type Command } from './command.ts';
import { serviceUrl } from './service-access.ts';

const DEFAULT_URL = 'http://127.0.0.1:8080';
const WAIT_MS = 5_000;
const LONGEST_ANSWER = 4_096;

/** For container images that have no curl: exit code 0 when the service is ready. */
export const healthcheckCommand: Command = {
  name: 'healthcheck',
  summary: 'check whether a running service is ready',
  arguments: [],
  options: {
    url: { type: 'string', value: 'URL', help: `service URL, or FERRULE_URL (default: ${DEFAULT_URL})` },
    live: { type: 'boolean', help: 'check only that it is alive (/livez), not ready (/readyz)' },
  },
  async run(_args, options, terminal) {
    const base = textOption(options, 'url') ?? serviceUrl() ?? DEFAULT_URL;
    if (!URL.canParse(base)) throw new CommandError('invalid URL');
    const { status, body } = await get(new URL(options['live'] === true ? '/livez' : '/readyz', base));
    terminal.data(`${body}\n`);
    if (status !== 200) throw new CommandError('the service is not ready');
    return DONE;
  },
};

/** The certificate is not verified: nothing secret is sent, and the name in it is rarely the loopback address. */
function get(url: URL): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      reject(
        new CommandError(
          `no response from the service (${(error as NodeJS.ErrnoException).code ?? error.message})`,
        ),
      );
    };
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(url, { rejectUnauthorized: false, timeout: WAIT_MS }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        if (body.length < LONGEST_ANSWER) body += text;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: body.slice(0, LONGEST_ANSWER) }),
      );
      response.on('error', fail);
    });
    request
      .on('timeout', () => request.destroy(new Error('timeout')))
      .on('error', fail)
      .end();
  });
}
