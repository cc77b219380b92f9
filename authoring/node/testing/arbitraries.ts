import fc, { type Arbitrary } from 'fast-check';
import { documentParts } from '../../../compiler/document-parts.ts';
import { assembleDocument } from '../../../library/document/assemble.ts';
import type { Ruleset } from '../../../compiler/ruleset.ts';
import { FerruleError } from '../../../runtime/engine/errors.ts';
import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import { drawnTemplates, drawRequests, factsOfTemplate } from '../../draw/draw-facts.ts';
import { drawableOf } from '../../../library/constants/drawable.ts';
import { readValues } from '../../draw/values.ts';
import type { Engine } from '../../../library/node/engine.ts';
import { ORIGINS } from '../../../library/node/origins.ts';

/**
 * Draws single facts of the templates that rules ask for, or of one template, with the constants of the rules and what
 * is just beside them. Throws FerruleError `invalid_argument` for an engine that was given its ruleset compiled and for
 * a template that is not there.
 */
export async function factsOf(engine: Engine, template?: string): Promise<Arbitrary<FactInput>> {
  const checked = ofFacts(await checkedOf(engine));
  const valuesOf = readValues(drawableOf(checked).compared, Date.now());
  const templates =
    template === undefined
      ? drawnTemplates(checked)
      : checked.templates.filter(({ name }) => name === template);
  if (templates.length === 0)
    throw new FerruleError('invalid_argument', `The ruleset has no template '${template ?? ''}'`);
  return fc.oneof(...templates.map((one) => factsOfTemplate(one, valuesOf)));
}

/** Draws the facts of whole requests. Throws as `factsOf`. */
export async function requestOf(engine: Engine): Promise<Arbitrary<readonly FactInput[]>> {
  return drawRequests(drawableOf(ofFacts(await checkedOf(engine))), Date.now());
}

/** Draws documents, with the values that rules compare their paths with. Throws as `factsOf`. */
export async function documentOf(engine: Engine): Promise<Arbitrary<unknown>> {
  const checked = await checkedOf(engine);
  const parts = documentParts(checked);
  const templates = checked.templates.filter(({ name }) => parts.has(name));
  return drawRequests(drawableOf({ ...checked, templates }), Date.now()).map(
    (facts) => assembleDocument(parts, facts).input ?? {},
  );
}

/** Without the templates that only the document fills. */
function ofFacts(checked: Ruleset): Ruleset {
  const parts = documentParts(checked);
  return { ...checked, templates: checked.templates.filter(({ name }) => !parts.has(name)) };
}

async function checkedOf(engine: Engine): Promise<Ruleset> {
  const origin = ORIGINS.get(engine);
  if (origin === undefined)
    throw new FerruleError('invalid_argument', 'To draw facts, the engine needs the YAML of its ruleset');
  const { checked } = await origin.asked();
  return checked;
}
