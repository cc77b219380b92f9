import { BIG_ALLOWED } from './big-allowed.ts';
import { BIG_CONDITIONS } from './big-conditions.ts';
import { BIG_CONSEQUENCES } from './big-consequences.ts';
import { BIG_DOCUMENTS } from './big-documents.ts';
import { BIG_EXPRESSIONS } from './big-expressions.ts';
import { BIG_KNOWLEDGE } from './big-knowledge.ts';
import { BIG_REGEXES } from './big-regexes.ts';
import { BIG_RELATIONS } from './big-relations.ts';
import { BIG_RULES } from './big-rules.ts';
import { BIG_TEMPLATES } from './big-templates.ts';
import type { BigText } from './big-text.ts';
import { BIG_YAML } from './big-yaml.ts';

/** THE table of large texts; each attacks one thing that a ruleset may have without number. */
export const BIG_TEXTS: readonly BigText[] = [
  ...BIG_YAML,
  ...BIG_TEMPLATES,
  ...BIG_ALLOWED,
  ...BIG_RULES,
  ...BIG_CONDITIONS,
  ...BIG_REGEXES,
  ...BIG_EXPRESSIONS,
  ...BIG_CONSEQUENCES,
  ...BIG_KNOWLEDGE,
  ...BIG_RELATIONS,
  ...BIG_DOCUMENTS,
];
