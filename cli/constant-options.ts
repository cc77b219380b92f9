import type { Source } from '../compiler/diagnostics/position.ts';
import { constantsText, readConstantsFile } from '../library/node/constants.ts';
import { textOption, textOptions, usageError, type Option, type OptionValues } from './command.ts';

/** The options of commands that load a ruleset with other constants than its own. */
export const CONSTANT_OPTIONS: Readonly<Record<'set' | 'constants', Option>> = {
  set: {
    type: 'string',
    value: 'NAME=VALUE',
    many: true,
    help: 'set a constant, in YAML syntax; repeat for several',
  },
  constants: { type: 'string', value: 'FILE', help: 'YAML file with values of constants' },
};

/** The sources that the options name; single values take precedence over those of the file. */
export async function constantSources(options: OptionValues): Promise<readonly Source[]> {
  const sources: Source[] = [];
  const file = textOption(options, 'constants');
  if (file !== null) sources.push(await readConstantsFile(file));
  for (const [index, written] of textOptions(options, 'set').entries()) {
    const [, name, value] = /^([A-Za-z_][\w-]*)=([^\n\r]+)$/.exec(written) ?? [];
    if (name === undefined || value === undefined)
      throw usageError(`--set needs NAME=VALUE, found '${written}'`);
    sources.push(constantsText(`${name}: ${value}`, `2-set/${String(index).padStart(4, '0')}`));
  }
  return sources;
}
