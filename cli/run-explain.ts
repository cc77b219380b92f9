import { EXPLANATION_FORMATS } from '../library/explain/formats/formats.ts';
import { Engine } from '../library/node/engine.ts';
import { DONE, textOption, type OptionValues, type Terminal } from './command.ts';
import { readRequest } from '../library/read-request.ts';
import { printerOf, readFormat } from './format-option.ts';
import { readNow } from './now-option.ts';
import { readText } from './read-input.ts';
import { readSent } from './read-sent.ts';
import { rootOf } from './root-option.ts';

/** Runs `ferrule explain` and returns its exit code. */
export async function runExplain(
  [path = '']: readonly string[],
  options: OptionValues,
  terminal: Terminal,
): Promise<number> {
  const format = readFormat(options, EXPLANATION_FORMATS);
  const now = readNow(options);
  const clock = now === null ? {} : { now: () => now };
  const root = rootOf(options);
  const how = {
    ...clock,
    ...(root === undefined ? {} : { root }),
    lenient: options['lenient'] === true,
    warmUp: false,
  };
  const engine = await Engine.fromRules(path, how);
  const { facts, input } = await readSent(options, terminal);
  const hostPath = textOption(options, 'host-facts');
  const hostFacts = hostPath === null ? [] : readRequest(await readText(hostPath, terminal)).facts;
  const explanation = await engine.explain({
    facts,
    hostFacts,
    input,
    rule: textOption(options, 'rule') ?? undefined,
    flip: textOption(options, 'flip') ?? options['flip'] === true,
  });
  printerOf(format, terminal)(format.write(explanation));
  return DONE;
}
