/** The site: docs/ as it is, with the groups of docs/index.md as navigation. */
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { expressions } from './expressions.mjs';
import { plainMarkdown } from './markdown.mjs';
import { navigation } from './navigation.mjs';
import { playgrounds } from './playground.mjs';
import { writePlayFolder } from '../../tools/package/play-folder.ts';

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

/** Examples that are run where they are: a button at first, then a frame. */
const PLAYGROUNDS = `
ferrule-playground { display: block; position: relative; }
ferrule-playground > button { position: absolute; right: 12px; bottom: 12px; z-index: 3; padding: 4px 12px; border-radius: 6px;
  border: 1px solid var(--vp-c-brand-1); color: var(--vp-c-brand-1); background: var(--vp-c-bg); font-size: 13px; font-weight: 500; }
ferrule-playground > button:hover { background: var(--vp-c-brand-soft); }
ferrule-playground > iframe { width: 100%; height: 640px; margin-top: 16px; border: 1px solid var(--vp-c-divider); border-radius: 8px; }
ferrule-playground > a { display: block; margin-bottom: 16px; font-size: 13px; text-align: right; }`;

const base = process.env.SITE_BASE ?? '/';

export default defineConfig({
  title: 'ferrule',
  description: 'A rules engine for AI agents: it decides, and proves why.',
  lang: 'en',
  srcDir: '../docs',
  // Stubs at old addresses are for readers of the repository.
  srcExclude: ['!(index).md'],
  base,
  cleanUrls: true,
  lastUpdated: false,
  head: [
    ['style', {}, PICTURES],
    ['style', {}, PLAYGROUNDS],
    ['script', { type: 'module', src: `${base}play/playground.js` }],
  ],
  markdown: {
    languages: [expressions],
    config(md) {
      plainMarkdown(md);
      playgrounds(base)(md);
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'ferrule-playground' } } },
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
    await writePlayFolder(join(docs, '../dist'), join(outDir, 'play'));
    for (const name of ['schemas', 'dashboards', 'llms.txt', 'llms-full.txt']) {
      await mkdir(outDir, { recursive: true });
      await cp(join(docs, name), join(outDir, name), { recursive: true });
    }
  },
});
