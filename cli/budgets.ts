/** `ferrule budgets list | show | reset`: what the budgets of a service have counted. */
import type { ServiceClient } from '../agents/gate/service-client.ts';
import { shownText } from '../library/shown-text.ts';
import { writeJson } from '../library/json.ts';
import { CommandError, DONE, textOption, usageError, type Command, type Option } from './command.ts';
import { askService } from './ask-service.ts';

const CONNECTS = 'Connects to the service at FERRULE_URL with the token in FERRULE_TOKEN.';
const RULESET: Option = { type: 'string', value: 'PATH', help: 'only the budgets of this ruleset' };
const JSON_LINES: Option = { type: 'boolean', help: 'print one JSON object per line' };

interface Listed {
  readonly ruleset: string;
  readonly budget: string;
  readonly session_id: string | null;
  readonly key: Readonly<Record<string, unknown>>;
  readonly window: string;
  readonly used: number | bigint;
  readonly reserved: number | bigint;
  readonly limit: number | bigint | null;
  readonly window_start: string | null;
  readonly window_end: string | null;
}

interface Page {
  readonly budgets: readonly Listed[];
  readonly next: string | null;
}

export const budgetsListCommand: Command = {
  name: 'budgets list',
  summary: 'list what the budgets of a service have counted',
  arguments: [],
  options: { ruleset: RULESET, json: JSON_LINES },
  notes: `\n${CONNECTS} The token needs the role budgets.`,
  async run(_args, options, terminal) {
    const keys = await listed({ ruleset: textOption(options, 'ruleset') });
    if (options['json'] === true) for (const key of keys) terminal.data(`${writeJson(key)}\n`);
    else terminal.out(table(keys));
    return DONE;
  },
};

export const budgetsShowCommand: Command = {
  name: 'budgets show',
  summary: 'show every key of a budget with its window',
  arguments: ['NAME'],
  options: { ruleset: RULESET, json: JSON_LINES },
  notes: `\n${CONNECTS} The token needs the role budgets.`,
  async run([budget = ''], options, terminal) {
    const keys = await listed({ budget, ruleset: textOption(options, 'ruleset') });
    if (options['json'] === true) for (const key of keys) terminal.data(`${writeJson(key)}\n`);
    else terminal.out(keys.map(shown).join(''));
    return DONE;
  },
};

export const budgetsResetCommand: Command = {
  name: 'budgets reset',
  summary: 'forget what a budget has counted: it begins at 0',
  arguments: ['NAME'],
  options: {
    ruleset: {
      type: 'string',
      value: 'PATH',
      help: 'its ruleset; needed if several have a budget of this name',
    },
  },
  notes: `\n${CONNECTS} The token needs the role admin, and the role budgets without --ruleset.`,
  async run([budget = ''], options, terminal) {
    const ruleset = textOption(options, 'ruleset') ?? (await onlyRuleset(budget));
    const { reset } = (await ask((client) => client.post('/v1/budgets/reset', { ruleset, budget }))) as {
      readonly reset: number;
    };
    terminal.out(
      `${shownText(budget)} of ${shownText(ruleset)} begins at 0: ${reset} ${reset === 1 ? 'key' : 'keys'} had uses\n`,
    );
    return DONE;
  },
};

async function onlyRuleset(budget: string): Promise<string> {
  const names = [...new Set((await listed({ budget })).map(({ ruleset }) => ruleset))];
  const [only, ...others] = names;
  if (only === undefined) throw new CommandError(`no budget ${shownText(budget)} has uses`);
  if (others.length > 0)
    throw usageError(
      `several rulesets have this budget: give --ruleset (${names.map(shownText).join(', ')})`,
    );
  return only;
}

async function listed(filter: Readonly<Record<string, string | null>>): Promise<readonly Listed[]> {
  const given = Object.entries(filter).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, value]],
  );
  const keys: Listed[] = [];
  for (let cursor: string | null = '0'; cursor !== null;) {
    const query = new URLSearchParams([...given, ['limit', '1000'], ['cursor', cursor]]);
    const page = (await ask((client) => client.get(`/v1/budgets?${query.toString()}`))) as Page;
    keys.push(...page.budgets);
    cursor = page.next;
  }
  return keys;
}

const WIDTH = 80;
const HEAD = ['BUDGET', 'KEY', 'USED', 'RESERVED', 'LIMIT', 'WINDOW'] as const;
/** Columns of numbers. */
const RIGHT: ReadonlySet<number> = new Set([2, 3, 4]);
const KEY = 1;
const LEAST_KEY = 8;

/** A table of at most 80 columns: long keys are cut. */
function table(keys: readonly Listed[]): string {
  const rows = [HEAD, ...keys.map(rowOf)];
  const widths = HEAD.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  const rest = widths.reduce((sum, width, i) => sum + (i === KEY ? 0 : width), 2 * (HEAD.length - 1));
  widths[KEY] = Math.min(widths[KEY]!, Math.max(LEAST_KEY, WIDTH - rest));
  return rows
    .map((row) => {
      const cells = row.map((text, i) => cell(text, widths[i]!, RIGHT.has(i)));
      return `${cells.join('  ').trimEnd()}\n`;
    })
    .join('');
}

function cell(text: string, width: number, isRight: boolean): string {
  const cut = text.length > width ? `${text.slice(0, width - 1)}…` : text;
  return isRight ? cut.padStart(width) : cut.padEnd(width);
}

function rowOf({ budget, key, used, reserved, limit, window }: Listed): readonly string[] {
  return [
    shownText(budget),
    keyText(key),
    String(used),
    String(reserved),
    limitText(limit),
    shownText(window),
  ];
}

function shown({
  ruleset,
  session_id: session,
  window_start: start,
  window_end: end,
  ...of
}: Listed): string {
  const lines = [
    `key: ${keyText(of.key)}`,
    ...(session === null ? [] : [`session: ${shownText(session)}`]),
    `used ${of.used}, reserved ${of.reserved}, limit ${limitText(of.limit)}`,
    `window: ${shownText(of.window)}${start === null ? '' : `, from ${start}`}${end === null ? '' : ` until ${end}`}`,
  ];
  return `${shownText(of.budget)} of ${shownText(ruleset)}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

const limitText = (limit: Listed['limit']): string => (limit === null ? '-' : String(limit));

function keyText(key: Listed['key']): string {
  const members = Object.entries(key).map(([name, value]) => {
    const isMasked = typeof value === 'object' && value !== null && '$hmac' in value;
    const text = isMasked ? `$hmac:${String(value.$hmac).slice(0, 12)}` : String(value);
    return `${shownText(name)}=${shownText(text)}`;
  });
  return members.length === 0 ? '-' : members.join(' ');
}

const ask = (request: (client: ServiceClient) => Promise<unknown>): Promise<unknown> =>
  askService('ferrule budgets', request);
