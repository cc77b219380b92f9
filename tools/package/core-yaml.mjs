/**
 * Leaves out what the YAML parser knows of YAML 1.1, for the studio, whose first decision waits for its scripts: rulesets are
 * read as YAML 1.2 with the tags of its core schema, whatever a document declares.
 */
export const coreYaml = {
  name: 'core-yaml',
  setup({ onResolve, onLoad }) {
    onResolve(
      { filter: /\/yaml-1\.1\/(?:binary|omap|pairs|schema|set|timestamp)\.js$/ },
      ({ path, resolveDir }) => ({
        path,
        namespace: 'core-yaml',
        pluginData: { resolveDir },
      }),
    );
    onLoad({ filter: /./, namespace: 'core-yaml' }, ({ pluginData }) => ({
      contents: `export { schema } from './core/schema.js';
export const [binary, floatTime, intTime, omap, pairs, set, timestamp] = [];`,
      resolveDir: pluginData.resolveDir,
    }));
  },
};
