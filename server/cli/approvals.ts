/** `ferrule approvals list | approve | reject`: what a person answers about calls that wait, through a running service. */
import { GateServiceError, serviceClient, type ServiceClient } from '../gate/service-client.ts';
import { CommandError, DONE, textOption, usageError, type Command, type Terminal } from './command.ts';

const NOTES = `
Talks to the service at SERVICE_URL with the token in SERVICE_API_TOKEN, which must have the role approver and another
name than the one that asks: nobody approves their own calls.`;

interface Listed {
  readonly id: string;
  readonly state: string;
  readonly agent: string;
  readonly tool: string;
  readonly args: unknown;
  readonly reason: string;
  readonly expires_at: string;
}

const LONGEST = 200;
/** Characters that a terminal would obey, or that show a text in another order than it is in. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

export const approvalsListCommand: Command = {
  name: 'approvals list',
  summary: 'list the calls that wait for a person',
  arguments: [],
  options: {
    state: { type: 'string', value: 'STATE', help: 'pending, approved or rejected; pending when left out' },
    json: { type: 'boolean', help: 'one JSON object a line, with all there is to know' },
  },
  notes: NOTES,
  async run(_args, options, terminal) {
    const state = textOption(options, 'state') ?? 'pending';
    const path = `/v1/approvals?limit=1000&state=${encodeURIComponent(state)}`;
    const { approvals } = (await ask((client) => client.get(path))) as {
      readonly approvals: readonly Listed[];
    };
    for (const approval of approvals)
      terminal.out(options['json'] === true ? `${JSON.stringify(approval)}\n` : textOf(approval));
    return DONE;
  },
};

export const approvalsApproveCommand = answering('approve', 'approved');
export const approvalsRejectCommand = answering('reject', 'rejected');

function answering(word: string, decision: 'approved' | 'rejected'): Command {
  return {
    name: `approvals ${word}`,
    summary: `${word} a call that waits`,
    arguments: ['ID'],
    options: {},
    notes: NOTES,
    async run([id = ''], _options, terminal: Terminal) {
      const path = `/v1/approvals/${encodeURIComponent(id)}`;
      const answered = (await ask((client) => client.post(path, { decision }))) as Listed;
      terminal.out(`${answered.id} ${answered.state}\n`);
      return DONE;
    },
  };
}

/** What an agent has written is shown as text, whatever it is. */
function textOf({ id, agent, tool, args, reason, expires_at: expires }: Listed): string {
  const shown = [`${agent} wants ${tool} ${JSON.stringify(args)}`, `why: ${reason}`, `until: ${expires}`];
  const lines = shown.map((line) => `  ${line.replace(HIDDEN, '?').slice(0, LONGEST)}\n`);
  return `${id}\n${lines.join('')}`;
}

async function ask(request: (client: ServiceClient) => Promise<unknown>): Promise<unknown> {
  const { SERVICE_URL: url, SERVICE_API_TOKEN: token } = process.env;
  if (url === undefined || url === '') throw usageError('SERVICE_URL must say where the service is');
  if (token === undefined || token === '')
    throw usageError('SERVICE_API_TOKEN must have the token of an approver');
  try {
    return await request(serviceClient(url, token, fetch));
  } catch (error) {
    if (error instanceof GateServiceError) throw new CommandError(`${error.code}: ${error.message}`);
    throw new CommandError('the service at SERVICE_URL does not answer');
  }
}
