import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLanguageService, type LanguageService } from '../../../authoring/language-service/service.ts';

/** Texts by their addresses. */
export type Texts = ReadonlyMap<string, string>;

export const ROOT = 'file:///workspace';

/** The files of a ruleset, as if they were in the workspace. */
export async function readTexts(folder: string): Promise<Texts> {
  const names = await readdir(folder, { recursive: true });
  const read = names
    .filter((name) => /\.(?:ya?ml|csv|json)$/.test(name))
    .sort()
    .map(async (name): Promise<[string, string]> => [
      `${ROOT}/${name}`,
      await readFile(join(folder, name), 'utf8'),
    ]);
  return new Map(await Promise.all(read));
}

/** A language service of a workspace with these texts. */
export function startService(texts: Texts): LanguageService {
  const service = createLanguageService({
    encoding: 'utf-16',
    folders: [ROOT],
    page: 'file:///diagnostics.md',
    documentChanges: true,
    tell: () => undefined,
  });
  service.files([...texts].map(([uri, text]) => ({ uri, text })));
  return service;
}
