/** The hidden templates of relations. No name that an author declares begins so. */
const PREFIX = '__relation_';

export function relationTemplate(relation: string): string {
  return PREFIX + relation;
}

/** The relation whose rows a template is for; null: it is for facts. */
export function relationOf(template: string): string | null {
  return template.startsWith(PREFIX) ? template.slice(PREFIX.length) : null;
}
