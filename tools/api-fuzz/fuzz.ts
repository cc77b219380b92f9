/** Random requests to every route, method of gRPC and the MCP proxy; checks what comes back. */
import { UNARY_METHODS } from '../../server/grpc/methods/table.ts';
import type { Role } from '../../server/tokens/roles.ts';
import { isInternalMessage } from '../hostile-fuzz/internal-message.ts';
import type { Dice } from '../judge/dice.ts';
import { problemOf } from './check-answer.ts';
import { GRPC_DOORS, HTTP_DOORS } from './doors.ts';
import { drawValues, type DrawnValues } from './draw-document.ts';
import { drawRequest, type Sender } from './draw-request.ts';
import { callProblem, drawCall } from './draw-rpc.ts';
import { startProxy, type FuzzedProxy } from './mcp.ts';
import { createOracle } from './oracle.ts';
import { SECRET } from './policy.ts';
import { replayLog } from './replay-log.ts';
import { seededDice } from './seeded-dice.ts';
import { send } from './send.ts';
import { startFuzzed, type FuzzedService } from './world.ts';

export interface Finding {
  readonly index: number;
  readonly kind: Kind | 'replay';
  readonly problem: string;
  readonly input: string;
}

type Kind = 'requests' | 'values' | 'rpcs' | 'mcp';

interface FuzzOptions {
  readonly count: number;
  readonly seed: number;
  readonly onFinding: (finding: Finding) => void;
}

interface FuzzTally {
  readonly counts: Readonly<Record<Kind, number>>;
  /** Values that an entry point allowed. */
  readonly allowed: number;
  readonly findings: number;
  /** Records of the decision log that were evaluated again, and the refusals among them. */
  readonly replayed: { readonly count: number; readonly refusals: number };
}

interface World {
  readonly service: FuzzedService;
  readonly proxy: FuzzedProxy;
  readonly allows: (exact: DrawnValues['exact']) => boolean;
}

interface Tried {
  readonly kind: Kind;
  readonly input: string;
  readonly problem: string | null;
  readonly allowed?: boolean;
}

const AT_ONCE = 16;
const SHOWN = 1_500;

/** @returns how many were tried, and how many of them found something */
export async function fuzzApi({ count, seed, onFinding }: FuzzOptions): Promise<FuzzTally> {
  checkMethods();
  const service = await startFuzzed();
  const world: World = { service, proxy: await startProxy(), allows: await createOracle() };
  const counts = { requests: 0, values: 0, rpcs: 0, mcp: 0 };
  let [next, findings, allowed] = [0, 0, 0];
  const found = (finding: Finding): void => {
    findings++;
    onFinding(finding);
  };
  const work = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const {
        kind,
        input,
        problem,
        allowed: isAllowed = false,
      } = await attempt(seededDice(seed, index), world).catch((error: Error): Tried => ({
        kind: 'requests',
        input: '',
        problem: error.stack ?? String(error),
      }));
      counts[kind]++;
      if (isAllowed) allowed++;
      const logged = service.takeLog();
      const leak = logged.includes(SECRET) ? 'a sensitive value in the log' : null;
      if ((problem ?? leak) !== null)
        found({ index, kind, problem: problem ?? leak!, input: input.slice(0, SHOWN) });
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const token = service.tokens.get('metrics')!;
    const metrics = await send(service.url, { method: 'GET', path: '/metrics', token });
    if (metrics.text.includes(SECRET))
      found({ index: count, kind: 'requests', problem: 'a sensitive value in the metrics', input: '' });
  } finally {
    await world.proxy.close();
    await service.close();
  }
  const { folder, unsealKey } = service.decisions;
  const { problems, ...replayed } = replayLog(folder, unsealKey);
  for (const problem of problems) found({ index: count, kind: 'replay', problem, input: '' });
  await service.remove();
  return { counts, allowed, findings, replayed };
}

/** Throws for a method that nothing is drawn for. */
function checkMethods(): void {
  const drawn = new Set([
    'Evaluate',
    'Decide',
    'AssertFact',
    'AssertFacts',
    'Query',
    'Retract',
    'Compile',
    'Explain',
    'Reload',
    'Status',
    'EnqueueRun',
    'GetRun',
    'ListRuns',
  ]);
  const missing = UNARY_METHODS.find(({ name }) => !drawn.has(name));
  if (missing !== undefined) throw new Error(`no call of ${missing.name} is drawn`);
}

async function attempt(dice: Dice, world: World): Promise<Tried> {
  const share = dice.int(1, 100);
  if (share <= 50) return tryRequest(dice, world);
  if (share <= 75) return tryValues(dice, world);
  return share <= 90 ? tryCall(dice, world) : tryProxy(dice, world);
}

function tokenOf(sender: Sender, { tokens }: FuzzedService): string | null {
  if (sender === 'nobody') return null;
  return sender === 'stranger' ? 'not-a-token' : tokens.get(sender satisfies Role)!;
}

async function tryRequest(dice: Dice, { service }: World): Promise<Tried> {
  const { route, sender, request, isWhole } = drawRequest(dice);
  const body = Buffer.from(request.body ?? []).toString('latin1');
  const input = `${sender}: ${request.method} ${request.path} ${JSON.stringify(request.headers ?? {})} ${body}`;
  const token = tokenOf(sender, service);
  // Envoy's token has a header of its own.
  const isEnvoy = route.tokenHeader !== undefined && token !== null;
  const headers = isEnvoy ? { ...request.headers, [route.tokenHeader!]: `Bearer ${token}` } : request.headers;
  try {
    const sent = { ...request, token: isEnvoy ? null : token, ...(headers === undefined ? {} : { headers }) };
    const answer = await send(service.url, sent);
    const problem = problemOf(answer, route, sender, service.folder, isWhole);
    return {
      kind: 'requests',
      input,
      problem: problem === null ? null : `${problem}\n${answer.text.slice(0, SHOWN)}`,
    };
  } catch (error) {
    return { kind: 'requests', input, problem: `no answer: ${String(error)}` };
  }
}

async function tryValues(dice: Dice, { service, allows }: World): Promise<Tried> {
  const door = dice.pick([...HTTP_DOORS, ...GRPC_DOORS]);
  const values = drawValues(dice);
  const token = service.tokens.get('evaluate')!;
  const world = { url: service.url, token, grpc: service.grpcAs(token) };
  const input = `${door.name}: ${values.text}`;
  try {
    const { allows: allowed, told } = await door.knock(values, dice, world);
    const opened = allowed && !allows(values.exact) ? 'allows what the engine would not' : null;
    const leak = told.includes(SECRET) ? 'a sensitive value in the answer' : null;
    return { kind: 'values', input, problem: opened ?? leak, allowed };
  } catch (error) {
    return { kind: 'values', input, problem: `no answer: ${String(error)}` };
  }
}

async function tryCall(dice: Dice, { service }: World): Promise<Tried> {
  const drawn = drawCall(dice);
  const input = `${drawn.sender}: ${drawn.method} ${JSON.stringify(drawn.message)}`;
  const grpc = service.grpcAs(tokenOf(drawn.sender, service));
  const end = await grpc('RuleService', drawn.method, drawn.message).then(
    (answer) => ({ code: 0, text: JSON.stringify(answer) }),
    (error: { readonly code?: number; readonly details?: string }) => ({
      code: error.code ?? -1,
      text: error.details ?? '',
    }),
  );
  const accident = end.code !== 0 && isInternalMessage(end.text) ? `an accident: ${end.text}` : null;
  return { kind: 'rpcs', input, problem: callProblem(drawn, end.code, end.text) ?? accident };
}

async function tryProxy(dice: Dice, { proxy, allows }: World): Promise<Tried> {
  const { input, forwarded } = await proxy.attempt(dice);
  const opened = forwarded.some((exact) => !allows(exact));
  return { kind: 'mcp', input, problem: opened ? 'forwards what the engine would not allow' : null };
}
