import { test } from 'vitest';
import { writeFileSync, rmSync, existsSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { drawPrograms } from '../judge/judge.ts';
import { yamlOf } from '../judge/program.ts';
import { check } from './check.ts';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';
import { hostStubs } from '../../compiler/emit/clips/host-stubs.ts';
test('x', () => {
  const features = (process.env.FEATS ?? 'negation,groups,retract,modify,functions,text,classification,errors').split(',');
  const programs = drawPrograms(Number(process.env.SEED ?? 1), Number(process.env.N ?? 200), features as never);
  const codes = new Map<string, number>(); let ok = 0; const batch: string[] = []; const shown = new Set();
  programs.forEach((p, i) => {
    const yaml = yamlOf(p);
    const r = check(yaml);
    if (r.ruleset) { ok++; const f = '/tmp/fz/p' + i + '.clp'; writeFileSync(f, hostStubs(r.ruleset) + '\n' + emitClips(r.ruleset)); batch.push(`(clear)(printout t "== ${i}" crlf)(load "${f}")`); }
    else for (const [k, c] of r.found.map((x) => x.replace(/^\S+ /, '')).entries()) { codes.set(c, (codes.get(c) ?? 0) + 1); if (!shown.has(c)) { shown.add(c); const line = Number(r.found[k]!.split(':')[0]); console.log(c, r.messages[k], '\n', yaml.split('\n').slice(Math.max(0, line - 3), line + 2).join('\n')); } }
  });
  console.log('ok', ok, 'of', programs.length, codes);
  writeFileSync('/tmp/fz/all.clp', batch.join('\n') + '\n(exit)\n');
});
