/** Navigation of the site, read from the lists of docs/index.md. */
import { readFileSync } from 'node:fs';

const linksIn = (text) =>
  [...text.matchAll(/\[([^\]]+)\]\(([^)]+)\.md\)/g)].map(([, name, page]) => ({
    text: name,
    link: `/${page}`,
  }));

/** Groups of a section: each list under the line that names it. */
function groupsOf(section) {
  const groups = [{ text: '', items: [] }];
  for (const line of section.split('\n')) {
    if (/^[A-Z][\w ]+$/.test(line)) groups.push({ text: line, items: [] });
    else groups.at(-1).items.push(...linksIn(line));
  }
  return groups.filter(({ items }) => items.length > 0);
}

/** The navigation at the top, and the one at the side: the same four sections. */
export function navigation(index) {
  const [, ...sections] = readFileSync(index, 'utf8').split(/^## /m);
  const titled = sections.map((section) => {
    const groups = groupsOf(section.slice(section.indexOf('\n')));
    return { text: section.slice(0, section.indexOf('\n')), groups };
  });
  return {
    nav: titled.map(({ text, groups }) => ({ text, link: groups[0].items[0].link })),
    sidebar: titled.map(({ text, groups }) => ({
      text,
      collapsed: false,
      items: groups.flatMap(({ text: name, items }) =>
        name === '' ? items : [{ text: name, items, collapsed: false }],
      ),
    })),
  };
}
