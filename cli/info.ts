import type { SlotInfo, TemplateInfo } from '../runtime/description.ts';
import type { CompiledRuleset } from '../runtime/abi.ts';
import { isHiddenTemplate } from '../runtime/values/hidden-template.ts';
import { documentParts } from '../compiler/document-parts.ts';
import { documentMembers, type DocumentMember } from '../library/document/members.ts';
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
    const members = documentMembers(documentParts(compilation.ruleset));
    if (options['json'] === true) terminal.data(asJson(ruleset, members, compilation.hash));
    else terminal.out(asText(ruleset, members, compilation.hash));
    return DONE;
  },
};

const shownTemplates = ({ templates }: CompiledRuleset): readonly TemplateInfo[] =>
  [...templates.values()].flatMap(({ info }) => (isHiddenTemplate(info) ? [] : [info]));

function asJson(ruleset: CompiledRuleset, members: readonly DocumentMember[], hash: string): string {
  const { name, version, decide, focusOrder, modules, rules } = ruleset;
  const lists = {
    templates: shownTemplates(ruleset).map(templateDescription),
    ...(members.length === 0 ? {} : { input: members }),
    modules,
    rules,
  };
  return `${writeJson({ name, version, hash, decide, focus_order: focusOrder, ...lists })}\n`;
}

function asText(ruleset: CompiledRuleset, members: readonly DocumentMember[], hash: string): string {
  const { name, version, decide, focusOrder, modules, rules } = ruleset;
  const templates = shownTemplates(ruleset);
  return [
    `${name}${version === null ? '' : ` ${version}`}`,
    hash,
    `decide: ${decide}`,
    `focus: ${focusOrder.join(', ')}`,
    `templates: ${templates.length}`,
    ...templates.map((info) => `  ${info.name}: ${info.slots.map(slotText).join(', ')}`),
    ...(members.length === 0 ? [] : [`document: ${counted(members.length, 'path')}`]),
    ...members.map(({ path, type, list, required }) =>
      [
        `  ${path}`,
        ...(type === null ? [] : [list === true ? `[${type.toLowerCase()}]` : type.toLowerCase()]),
        ...(required ? ['required'] : []),
      ].join(' '),
    ),
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
