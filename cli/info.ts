import type { CompiledRuleset, SlotInfo } from '../runtime/contract.ts';
import { writeJson } from '../library/json.ts';
import { loadRuleset } from '../library/node/load-ruleset.ts';
import { compilePath, requireOk } from './compile-path.ts';
import { DONE, LENIENT_OPTION, type Command } from './command.ts';
import { templateDescription } from '../library/template-description.ts';
import { ROOT_OPTION, rootOf } from './root-option.ts';
import { counted } from '../library/counted.ts';

export const infoCommand: Command = {
  name: 'info',
  summary: 'show what a ruleset declares',
  arguments: ['PATH'],
  options: {
    json: { type: 'boolean', help: 'print a JSON object' },
    root: ROOT_OPTION,
    lenient: LENIENT_OPTION,
  },
  async run([path = ''], options, terminal) {
    const compilation = await compilePath(
      path,
      { lenient: options['lenient'] === true },
      [],
      rootOf(options),
    );
    requireOk(compilation, terminal);
    const ruleset = loadRuleset(compilation.javascript());
    if (options['json'] === true) terminal.data(asJson(ruleset, compilation.hash));
    else terminal.out(asText(ruleset, compilation.hash));
    return DONE;
  },
};

function asJson(
  { name, version, decide, focusOrder, modules, rules, templates }: CompiledRuleset,
  hash: string,
): string {
  const lists = {
    templates: [...templates.values()].map(({ info }) => templateDescription(info)),
    modules,
    rules,
  };
  return `${writeJson({ name, version, hash, decide, focus_order: focusOrder, ...lists })}\n`;
}

function asText(ruleset: CompiledRuleset, hash: string): string {
  const { name, version, decide, focusOrder, modules, rules, templates } = ruleset;
  return [
    `${name}${version === null ? '' : ` ${version}`}`,
    hash,
    `decide: ${decide}`,
    `focus: ${focusOrder.join(', ')}`,
    `templates: ${templates.size}`,
    ...[...templates.values()].map(({ info }) => `  ${info.name}: ${info.slots.map(slotText).join(', ')}`),
    `modules: ${modules.length}`,
    ...modules.map((module) => `  ${module.name}: ${counted(module.rules, 'rule')}`),
    `rules: ${rules.length}`,
    ...rules.map(
      (rule) => `  ${rule.name}: ${rule.action ?? 'no action'}, salience ${rule.salience}, ${rule.position}`,
    ),
    '',
  ].join('\n');
}

function slotText({ name, type, required }: SlotInfo): string {
  return `${name} ${type.toLowerCase()}${required ? ' required' : ''}`;
}
