/** Leaves out the parts of the compiler that only its own tools need, for builds that have no packages. */
export const withoutTools = {
  name: 'without-tools',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/module-text\.ts$/ }, ({ path }) => ({ path, namespace: 'left-out' }));
    onLoad({ filter: /./, namespace: 'left-out' }, () => ({
      contents: 'export const moduleText = undefined;',
    }));
  },
};
