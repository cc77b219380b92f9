import { readFile } from 'node:fs/promises';
import { publicJwk } from '../evidence/attestation-key.ts';
import { verifyToken, type Jwks } from '../evidence/verify-token.ts';
import { readFacts } from '../library/read-request.ts';
import { visible } from '../library/shown-text.ts';
import { CommandError, DONE, textOption, usageError, WRONG_INPUT, type Command } from './command.ts';
import { readText } from './read-input.ts';
import { INPUT_OPTION, readSent } from './read-sent.ts';
import { readPublicKeyFile } from './public-key-file.ts';

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'verify an attestation token',
  arguments: ['TOKEN'],
  options: {
    jwks: { type: 'string', value: 'FILE|URL', help: 'key set, as served at /.well-known/jwks.json' },
    key: { type: 'string', value: 'FILE', help: 'one public key file instead, from ferrule keygen' },
    ruleset: { type: 'string', value: 'PATH', help: 'check that this ruleset made the decision' },
    facts: {
      type: 'string',
      value: 'FILE',
      help: 'facts of the request, as for evaluate (with --ruleset)',
    },
    input: { ...INPUT_OPTION, help: 'document of the request (with --ruleset)' },
    memory: { type: 'string', value: 'FILE', help: 'facts of the session, in order (with --ruleset)' },
  },
  notes: `
TOKEN is the token, @FILE to read it from a file, or - for stdin. Prints the claims, and one line per check. Exits with
code 1 if a check fails.`,
  async run([given = ''], options, terminal) {
    const token = (
      given === '-' || given.startsWith('@') ? await readText(given.replace(/^@/, ''), terminal) : given
    ).trim();
    const verdict = verifyToken(token, await readKeys(options));
    if (!verdict.ok) throw new CommandError(`invalid token: ${verdict.problem}`);
    const { claims, kid } = verdict;
    terminal.data(`${JSON.stringify(claims, null, 2)}\n`);
    const checks = [{ what: `signature of key ${kid}`, holds: true }];
    const path = textOption(options, 'ruleset');
    if (path === null && INPUTS.some((name) => options[name] !== undefined)) {
      throw usageError('--facts, --input and --memory need --ruleset, which declares the templates');
    }
    if (path !== null) {
      const { Engine } = await import('../library/node/engine.ts');
      const { hashFacts } = await import('../evidence/hash-facts.ts');
      const engine = await Engine.fromRules(path, { warmUp: false });
      checks.push({ what: `ruleset_hash is that of ${path}`, holds: claims['ruleset_hash'] === engine.hash });
      const [sent = null, document = null, memory = null] = INPUTS.map((name) => textOption(options, name));
      const read = (file: string): Promise<string> => readText(file, terminal);
      if (sent !== null || document !== null) {
        const request = await readSent(options, terminal);
        const brought = request.input === null ? [] : engine.readDocument(request.input);
        const holds = claims['input_hash'] === hashFacts(engine, request.facts, { brought });
        const files = [document, sent].filter((file) => file !== null).join(' and ');
        checks.push({ what: `input_hash is that of ${files}`, holds });
      }
      if (memory !== null) {
        const holds = claims['memory_hash'] === hashFacts(engine, readFacts(await read(memory)));
        checks.push({ what: `memory_hash is that of ${memory}`, holds });
      }
    }
    for (const { what, holds } of checks)
      terminal.err(`${holds ? 'holds' : 'DOES NOT HOLD'}: ${visible(what)}\n`);
    return checks.every(({ holds }) => holds) ? DONE : WRONG_INPUT;
  },
};

/** Options for the inputs of a token, in addition to the ruleset. */
const INPUTS = ['facts', 'input', 'memory'] as const;

async function readKeys(options: Parameters<Command['run']>[1]): Promise<Jwks> {
  const jwks = textOption(options, 'jwks');
  const key = textOption(options, 'key');
  if ((jwks === null) === (key === null)) throw usageError('verify needs --jwks or --key');
  if (key !== null) return { keys: [publicJwk(await readPublicKeyFile(key), 'EdDSA')] };
  return readJwks(jwks ?? '');
}

async function readJwks(place: string): Promise<Jwks> {
  const text = /^https?:\/\//.test(place)
    ? await fetch(place).then(
        (response) => response.text(),
        () => null,
      )
    : await readFile(place, 'utf8').catch(() => null);
  if (text === null) throw new CommandError(`cannot read ${place}`);
  try {
    const value = JSON.parse(text) as Partial<Jwks>;
    if (Array.isArray(value.keys)) return { keys: value.keys as Jwks['keys'] };
  } catch {
    // Reported below.
  }
  throw new CommandError(`${place} is not a JSON Web Key Set`);
}
