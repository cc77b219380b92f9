import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Source } from '../../../compiler/diagnostics/position.ts';
import { allowsRuleset } from '../../../library/ruleset-patterns.ts';
import { check, contractError } from '../../requests/contract-check.ts';
import { ServiceError } from '../../../library/errors.ts';
import { SourceError } from '../../../library/node/sources.ts';
import { RulesetReloadRequest } from './contract.ts';
import { locate, normalName } from '../../../library/node/rulesets/locate.ts';
import { MANIFEST_FILE, matchesManifest } from '../../../library/node/signing/manifest.ts';
import { checkSignaturePresence, verify } from '../../../library/node/signing/signature.ts';
import { rollbackText, signedVersion } from '../../../library/node/signing/signed-version.ts';
import type {
  CompileBase,
  CompilerStart,
  ReloadedRuleset,
  Rollback,
} from '../../evaluation/protocol/compile-protocol.ts';
import { readJson } from '../../requests/job-body.ts';
import { compileMountable, withoutSessions } from '../../evaluation/compiling/compile-mountable.ts';
import { notReadable } from '../../evaluation/compiling/compile-state.ts';
import { readStable } from '../../../library/node/rulesets/read-stable.ts';
import { readText } from '../../evaluation/compiling/read-text.ts';

const INLINE_FILE = 'ruleset.yaml';

/** Content of a reload: its sources, and the bytes that its signature covers. */
interface Candidate {
  readonly sources: readonly Source[];
  readonly name: string;
  readonly signed: Uint8Array;
  /** The manifest's text when the signature is over that. */
  readonly manifest: string | null;
}

/**
 * First half of a reload: everything up to a ruleset that compiles. The signature is verified over exactly the bytes
 * that are compiled, before any of them is parsed. Throws ServiceError.
 */
export async function prepareReload(
  text: string,
  base: CompileBase,
  start: Pick<CompilerStart, 'root' | 'publicKey' | 'lenient' | 'cache'>,
  rulesets: readonly string[] | null,
): Promise<ReloadedRuleset | Rollback> {
  const { root, publicKey } = start;
  const request = check(RulesetReloadRequest, readJson(text), 'body', [], true);
  const path = request.ruleset_path ?? null;
  const yaml = request.ruleset_yaml ?? null;
  const signature = request.signature ?? null;
  const hash = request.ruleset_hash ?? null;
  const version = request.version ?? null;
  const resetBudgets = request.reset_budgets ?? [];
  if ([path, yaml, hash].filter((source) => source !== null).length !== 1) {
    const msg = 'exactly one of ruleset_path, ruleset_yaml and ruleset_hash must be given';
    throw contractError([{ loc: ['body'], msg, type: 'value_error' }]);
  }
  if (version !== null && hash === null) {
    const msg = 'allowed only with ruleset_hash: other sources state it in their first line';
    throw contractError([{ loc: ['body', 'version'], msg, type: 'value_error' }]);
  }
  checkSignaturePresence(signature, publicKey);
  const checkSigned = (signed: Uint8Array): void => {
    if (publicKey !== null && !verify(signed, signature ?? '', publicKey))
      throw new ServiceError('invalid_signature', 'the signature does not verify with the configured key');
  };
  if (hash !== null) {
    checkSigned(Buffer.from(rollbackText(hash, version), 'utf8'));
    return { rollback: hash, version, resetBudgets };
  }
  const candidate =
    yaml === null ? await readCandidate(String(path), root, publicKey !== null, rulesets) : inline(yaml);
  checkSigned(candidate.signed);
  const others = yaml === null || root === null ? [] : await namedBy(candidate, root, rulesets);
  // A signature of a text says nothing of the files that it names.
  if (others.length > 0 && publicKey !== null)
    throw new ServiceError('signature_required', 'the text refers to files: sign a folder');
  const { name, manifest } = candidate;
  const sources = [...candidate.sources, ...others];
  const details = withoutSessions(compileMountable(sources, { base: base.layers, name }, start));
  const signedText = manifest ?? (sources.length === 1 ? (sources[0]?.text ?? '') : '');
  return {
    details,
    layer: { name, sources, signature, signed: manifest },
    version: publicKey === null ? null : signedVersion(signedText),
    resetBudgets,
  };
}

function inline(yaml: string): Candidate {
  // Half a surrogate pair has no UTF-8 bytes: what is signed and what is compiled could differ.
  if (/\p{Cs}/u.test(yaml)) {
    const loc = ['body', 'ruleset_yaml'];
    throw contractError([{ loc, msg: 'must be Unicode text', type: 'invalid_format' }]);
  }
  return {
    sources: [{ path: INLINE_FILE, text: yaml }],
    name: 'ruleset',
    signed: Buffer.from(yaml, 'utf8'),
    manifest: null,
  };
}

/** Files below the root that a text imports and names. Throws ServiceError. */
async function namedBy(
  { sources: [source] }: Candidate,
  root: string,
  rulesets: readonly string[] | null,
): Promise<readonly Source[]> {
  if (source === undefined) return [];
  const [, ...others] = await readText(source, root, rulesets);
  return others;
}

async function readCandidate(
  path: string,
  root: string | null,
  signed: boolean,
  rulesets: readonly string[] | null,
): Promise<Candidate> {
  if (root === null) {
    throw new ServiceError('ruleset_root_not_configured', 'the service has no root folder for rulesets');
  }
  const name = normalName(path);
  const location = name === null ? null : locate(root, name);
  if (location === null || location.kind === 'outside') {
    throw new ServiceError(
      'invalid_ruleset_path',
      'ruleset_path must be a path under the root',
      'ruleset_path',
    );
  }
  // Rulesets that a token may not use are hidden from it.
  if (location.kind === 'missing' || !allowsRuleset(rulesets, name ?? '')) {
    throw new ServiceError('ruleset_not_found', 'no such ruleset under the root', 'ruleset_path');
  }
  try {
    const read = await readStable(location.path, location.folder, root);
    if (!location.folder && signed && read.sources.length > 1) {
      // A signature of one file says nothing of those that it names.
      throw new ServiceError('signature_required', 'the file refers to other files: sign its folder');
    }
    if (!location.folder) {
      return { ...read, signed: Buffer.from(read.sources[0]?.text ?? '', 'utf8'), manifest: null };
    }
    if (!signed) return { ...read, signed: new Uint8Array(), manifest: null };
    const manifest = await readManifest(location.path, read.sources);
    return { ...read, signed: manifest, manifest: manifest.toString('utf8') };
  } catch (error) {
    if (error instanceof SourceError) throw notReadable(error);
    throw error;
  }
}

/** The manifest's bytes. Throws ServiceError if it does not list exactly the existing files. */
async function readManifest(folder: string, sources: readonly Source[]): Promise<Buffer> {
  const manifest = await readFile(join(folder, MANIFEST_FILE)).catch(() => null);
  if (manifest === null) {
    throw new ServiceError('invalid_signature', `the folder has no ${MANIFEST_FILE} to be signed`);
  }
  const files = sources.map(({ path, text }) => ({ path, bytes: Buffer.from(text, 'utf8') }));
  if (!matchesManifest(manifest.toString('utf8'), files)) {
    throw new ServiceError('invalid_signature', `${MANIFEST_FILE} does not match the files of the folder`);
  }
  return manifest;
}
