import { NO_FACTS, parseText, readRequest, type Request } from '../library/read-request.ts';
import { textOption, usageError, type OptionValues, type Terminal } from './command.ts';
import { readText } from './read-input.ts';

/** The option for the document of a request. */
export const INPUT_OPTION = {
  type: 'string',
  value: 'FILE',
  help: 'JSON document for the `input` of the ruleset (- for stdin)',
} as const;

/**
 * The request of `--facts` and `--input`. Throws RequestError for a file that holds none, and a usage error if both files
 * hold a document or are standard input.
 */
export async function readSent(options: OptionValues, terminal: Terminal): Promise<Request> {
  const factsPath = textOption(options, 'facts');
  const inputPath = textOption(options, 'input');
  if (inputPath === '-' && factsPath === '-') throw usageError('--input and --facts cannot both be stdin');
  const request = factsPath === null ? NO_FACTS : readRequest(await readText(factsPath, terminal));
  if (inputPath === null) return request;
  if (request.input !== null) throw usageError('the document is in --facts: leave out --input');
  return { ...request, input: parseText(await readText(inputPath, terminal), 'input') };
}
