/** The site: docs/ as it is, with the groups of docs/index.md as navigation. */
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { expressions } from './expressions.mjs';
import { plainMarkdown } from './markdown.mjs';
import { navigation } from './navigation.mjs';

const docs = join(import.meta.dirname, '../../docs');
const { nav, sidebar } = navigation(join(docs, 'index.md'));

/** Pages are outside of this folder, so Vue is not found from them: the server's bundle finds it when it runs. */
const outside = {
  name: 'vue-of-pages',
  enforce: 'pre',
  resolveId: (id, _importer, { ssr }) => (ssr && /^vue(?:\/|$)/.test(id) ? { id, external: true } : null),
};

/** On a narrow screen a picture keeps a width at which its words can be read, and scrolls. */
const PICTURES =
  '@media (max-width: 700px) { .vp-doc p:has(> img) { overflow-x: auto; } .vp-doc p > img { width: 760px; max-width: none; } }';

export default defineConfig({
  title: 'ferrule',
  description: 'A rules engine for AI agents: it decides, and proves why.',
  lang: 'en',
  srcDir: '../docs',
  // Stubs at old addresses are for readers of the repository.
  srcExclude: ['!(index).md'],
  base: process.env.SITE_BASE ?? '/',
  cleanUrls: true,
  lastUpdated: false,
  head: [['style', {}, PICTURES]],
  markdown: { languages: [expressions], config: plainMarkdown },
  vite: { plugins: [outside] },
  themeConfig: {
    nav,
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
  /** Copies what pages link to and VitePress does not take: schemas, the dashboard, and the texts for models. */
  async buildEnd({ outDir }) {
    for (const name of ['schemas', 'dashboards', 'llms.txt', 'llms-full.txt']) {
      await mkdir(outDir, { recursive: true });
      await cp(join(docs, name), join(outDir, name), { recursive: true });
    }
  },
});
