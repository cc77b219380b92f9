/** Rules of markdown-it for pages that are written for readers of the repository, too. */

/** True if a link leads out of docs/: to an example or a file of the repository that the site does not have. */
const leadsOut = (page, target) => {
  if (/^(?:[a-z]+:|#|\/)/i.test(target)) return false;
  const ups = target.match(/\.\.\//g)?.length ?? 0;
  return ups > page.split('/').length - 1;
};

/** Shows links that lead out of docs/ as text, and takes braces in inline code as they are. */
export function plainMarkdown(md) {
  md.renderer.rules.code_inline = (tokens, index) =>
    `<code v-pre>${md.utils.escapeHtml(tokens[index].content)}</code>`;
  md.core.ruler.push('links-out', ({ tokens, env }) => {
    for (const { children } of tokens) {
      let isOut = false;
      for (const token of children ?? []) {
        if (token.type === 'link_open') isOut = leadsOut(env.relativePath ?? '', token.attrGet('href') ?? '');
        if (isOut && /^link_/.test(token.type)) {
          if (token.type === 'link_close') isOut = false;
          Object.assign(token, { type: 'text', tag: '', content: '', nesting: 0 });
        }
      }
    }
  });
}
