import { attackCompiler, type Outcome } from './attack-compiler.ts';
import { attackFiles, type DrawnFile } from './attack-files.ts';
import { attackService } from './attack-service.ts';
import type { Input } from './draw-input.ts';

/** Tries one input. Throws what must never happen: a crash, an accident's message, a module that does not load. */
export async function attack({ kind, text }: Input, url: string | null, limitMs: number): Promise<Outcome> {
  switch (kind) {
    case 'ruleset':
      return attackCompiler(text).outcome;
    case 'files':
      return attackFiles(JSON.parse(text) as readonly DrawnFile[]);
    case 'request':
      return url === null ? 'refused' : attackService(url, text, limitMs);
  }
}
