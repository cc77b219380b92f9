import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { packageRoot } from '../../library/node/package-root.ts';
import { createDice, type Dice } from '../judge/dice.ts';
import { drawFiles, type DrawnFile } from './attack-files.ts';
import { drawRequest } from './attack-service.ts';
import { woundText } from './draw-text.ts';
import { woundTree } from './draw-tree.ts';
import { EVERYTHING } from './everything.ts';

/** One thing to attack with; `files` as JSON so that every input is one text. */
export interface Input {
  readonly kind: 'ruleset' | 'files' | 'request';
  readonly text: string;
}

interface Drawing {
  readonly seed: number;
  /** Bearer token of the service under attack; null: there is none, and no request is drawn. */
  readonly token: string | null;
}

interface Model {
  readonly text: string;
  readonly documents: readonly unknown[];
}

/** Draws the input of each number: the same for the same seed, whatever was drawn before. */
export function createDrawer({ seed, token }: Drawing): (index: number) => Input {
  const models = readModels();
  return (index) => {
    const dice = createDice({ nextInt: generator(seed, index) });
    const share = dice.int(1, 100);
    if (share <= 3) return { kind: 'files', text: JSON.stringify(drawnFiles(dice, models)) };
    if (share <= 15 && token !== null) return { kind: 'request', text: drawRequest(dice, token) };
    return { kind: 'ruleset', text: drawRuleset(dice, models) };
  };
}

function drawnFiles(dice: Dice, models: readonly Model[]): readonly DrawnFile[] {
  return drawFiles(dice, () => (dice.percent(50) ? dice.pick(models).text : drawRuleset(dice, models)));
}

/** A ruleset with wounds: in its bytes, or in its tree, which more often gets past the reader. */
function drawRuleset(dice: Dice, models: readonly Model[]): string {
  const { text, documents } = dice.pick(models);
  if (dice.percent(40)) return woundText(dice, text);
  const wounded = documents.map((document) => woundTree(dice, document));
  const block = dice.percent(50);
  return wounded.map((tree) => (block ? stringify(tree) : `${JSON.stringify(tree)}\n`)).join('---\n');
}

/** The shipped rulesets' files, and one that uses every construct of the language. */
function readModels(): readonly Model[] {
  const root = join(packageRoot(), 'rulesets');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.yaml$/.test(file),
  );
  const texts = files.sort().map((file) => readFileSync(join(root, file), 'utf8'));
  // The small one is drawn most often: its failures show first.
  const small = Array.from({ length: 4 * texts.length }, () => EVERYTHING);
  return [...texts.filter((text) => text.length < 20_000), ...small].map((text) => ({
    text,
    documents: parseAllDocuments(text).map((document) => document.toJS() as unknown),
  }));
}

/** Mulberry32 (public domain), seeded by both numbers: whole numbers of min..max. */
function generator(seed: number, index: number): (min: number, max: number) => number {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) | 0;
  return (min, max) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    const unit = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    return min + Math.floor(unit * (max - min + 1));
  };
}
