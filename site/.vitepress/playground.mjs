/** Makes a playground of every ruleset that a page shows: a block of YAML with rules, and the request in the next block of JSON. */

const isRuleset = ({ type, info, content }) =>
  type === 'fence' && info.trim() === 'yaml' && /^rules:/m.test(content);

/** The JSON that the page shows behind a ruleset, before the next block of YAML. */
function requestOf(tokens, index) {
  for (const { type, info, content } of tokens.slice(index + 1)) {
    if (type === 'heading_open' || (type === 'fence' && /^yaml/.test(info))) return null;
    if (type === 'fence' && info.trim() === 'json') return asRequest(content);
  }
  return null;
}

/** The text itself if it is one value, as `ferrule evaluate` takes it. */
function asRequest(text) {
  try {
    const value = JSON.parse(text);
    return Array.isArray(value) || 'input' in value || 'facts' in value ? text : null;
  } catch {
    return null;
  }
}

/** @param base address of the site */
export const playgrounds = (base) => (md) => {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...others) => {
    const html = fence(tokens, index, ...others);
    if (!isRuleset(tokens[index])) return html;
    const attributes = {
      studio: `${base}play/`,
      ruleset: tokens[index].content,
      request: requestOf(tokens, index) ?? '{"input": {}}',
    };
    const written = Object.entries(attributes).map(
      ([name, value]) => ` ${name}="${md.utils.escapeHtml(value).replaceAll('\n', '&#10;')}"`,
    );
    return `<ferrule-playground v-pre${written.join('')}>${html}</ferrule-playground>`;
  };
};
