import type { Ruleset } from '../../untyped.ts';
import { decisionTemplate, obligationTemplate, sequenceGlobal } from './decision-template.ts';
import { emitFunctions } from './functions.ts';
import { namesCalled } from './host-stubs.ts';
import { emitModule, mainModule } from './module.ts';
import { emitRelation } from './relation.ts';
import { emitRule } from './rule.ts';
import { emitStage, stageTemplate } from './stage.ts';
import { emitTemplate, tickTemplate } from './template.ts';
import { needsTick } from './tick.ts';
import { valueDefinitions } from './values/table.ts';

// INVARIANT: fixed text. A ruleset's text appears in strings only, never in comments.
const HEADER =
  '; CLIPS constructs compiled by ferrule from a YAML ruleset. They load into CLIPS 6.30 and 6.4.';

/**
 * The constructs of a ruleset as CLIPS text, in the order of the language's section "Emitted constructs": decision
 * template, MAIN, templates, modules, functions, rules. The meaning of a ruleset is what CLIPS does with this text.
 */
export function emitClips(ruleset: Ruleset): string {
  const constructs = [
    HEADER,
    decisionTemplate(),
    ...(ruleset.rules.some(({ then }) => then.obligations.length > 0) ? [obligationTemplate()] : []),
    sequenceGlobal(),
    mainModule(),
    ...ruleset.templates.map(emitTemplate),
    ...ruleset.relations.flatMap(emitRelation),
    ...(needsTick(ruleset) ? [tickTemplate()] : []),
    ...(ruleset.stages.length > 0 ? [stageTemplate()] : []),
    ...ruleset.modules.filter((module) => module.name !== 'MAIN').map(emitModule),
    ...valueDefinitions(namesCalled(ruleset)),
    ...emitFunctions(ruleset.functions),
    ...ruleset.stages.map(emitStage),
    ...ruleset.rules.map(emitRule),
  ];
  return constructs.join('\n\n') + '\n';
}
