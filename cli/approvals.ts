/** `ferrule approvals list | show | approve | reject`: approve or reject pending calls of a service. */
import type { ServiceClient } from '../agents/gate/service-client.ts';
import { shownJson, shownText } from '../library/shown-text.ts';
import { writeJson } from '../library/json.ts';
import { CommandError, DONE, textOption, type Command, type Terminal } from './command.ts';
import { askService } from './ask-service.ts';

const NOTES = `
Connects to the service at FERRULE_URL with the token in FERRULE_TOKEN. The token needs the role approver and a name other
than the requester's, because callers cannot approve their own calls.`;

interface Listed {
  readonly id: string;
  readonly state: string;
  readonly requester: string;
  readonly agent: string;
  readonly session: string | null;
  readonly server: string | null;
  readonly tool: string;
  readonly ruleset: string;
  readonly reason: string;
  readonly expires_at: string;
  readonly answered_by: string | null;
}

interface Shown extends Listed {
  readonly request: unknown;
  readonly request_digest: string | null;
}

interface Page {
  readonly approvals: readonly Listed[];
  readonly next_cursor?: string;
}

const ALL = 'all';

export const approvalsListCommand: Command = {
  name: 'approvals list',
  summary: 'list the calls that wait for approval',
  arguments: [],
  options: {
    state: {
      type: 'string',
      value: 'STATE',
      help: 'pending, approved, rejected, expired, all (default: pending)',
    },
    json: { type: 'boolean', help: 'print one JSON object per line, without the requests' },
  },
  notes: NOTES,
  async run(_args, options, terminal) {
    const state = textOption(options, 'state') ?? 'pending';
    const filter = state === ALL ? '' : `&state=${encodeURIComponent(state)}`;
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = (await ask((client) => client.get(`/v1/approvals?limit=1000${filter}${from}`))) as Page;
      for (const approval of page.approvals)
        if (options['json'] === true) terminal.data(`${writeJson(approval)}\n`);
        else terminal.out(listedText(approval));
      cursor = page.next_cursor;
    }
    return DONE;
  },
};

export const approvalsShowCommand: Command = {
  name: 'approvals show',
  summary: 'show the complete request of an approval',
  arguments: ['ID'],
  options: { json: { type: 'boolean', help: 'print a JSON object' } },
  notes: NOTES,
  async run([id = ''], options, terminal) {
    const approval = await read(id);
    if (options['json'] === true) terminal.data(`${writeJson(approval)}\n`);
    else terminal.out(shownApproval(approval));
    return DONE;
  },
};

export const approvalsApproveCommand = answering('approve', 'approved');
export const approvalsRejectCommand = answering('reject', 'rejected');

function answering(word: string, decision: 'approved' | 'rejected'): Command {
  return {
    name: `approvals ${word}`,
    summary: `${word} a pending call (to see it first: approvals show)`,
    arguments: ['ID'],
    options: {},
    notes: NOTES,
    async run([id = ''], _options, terminal: Terminal) {
      const answered = (await ask((client) => client.post(pathOf(id), { decision }))) as Listed;
      terminal.out(`${answered.id} ${answered.state}\n`);
      return DONE;
    },
  };
}

function pathOf(id: string): string {
  return `/v1/approvals/${encodeURIComponent(id)}`;
}

/** Throws CommandError for one whose request the service does not show: approvers must see what they approve. */
async function read(id: string): Promise<Shown> {
  const approval = (await ask((client) => client.get(pathOf(id)))) as Shown;
  if (typeof approval.request === 'object' && approval.request !== null) return approval;
  throw new CommandError('the service does not show the request: the token needs the role approver');
}

/** Text of an agent is shown as plain text, whatever it contains. */
function listedText(approval: Listed): string {
  const { id, agent, tool, server, session, reason, expires_at: expires } = approval;
  const of = server === null ? '' : ` of ${shownText(server)}`;
  const within = session === null ? '' : ` in session ${shownText(session)}`;
  const lines = [
    `${shownText(agent)} wants ${shownText(tool)}${of}${within}`,
    `why: ${shownText(reason)}`,
    `until: ${expires}`,
    `the request is truncated: \`ferrule approvals show ${id}\` shows all of it`,
  ];
  return `${id}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function shownApproval(approval: Shown): string {
  const { id, state, requester, agent, session, server, tool, ruleset, reason, request } = approval;
  const members: readonly (readonly [string, string | null])[] = [
    ['agent', agent],
    ['session', session],
    ['server', server],
    ['tool', tool],
    ['requested by', requester],
    ['ruleset', ruleset],
    ['why', reason],
    ['until', approval.expires_at],
    ['decided by', approval.answered_by],
    ['request digest', approval.request_digest],
  ];
  const lines = members.flatMap(([name, value]) =>
    value === null ? [] : [`  ${name}: ${shownText(value)}\n`],
  );
  return `${id} ${state}\n${lines.join('')}  request: ${shownJson(request, '  ')}\n`;
}

const ask = (request: (client: ServiceClient) => Promise<unknown>): Promise<unknown> =>
  askService('ferrule approvals', request);
