import type { Workspace } from '../workspace/workspace.ts';

/** The section that explains codes, on the page that the host names. */
export const explained = ({ page }: Pick<Workspace, 'page'>): { readonly href: string } => ({
  href: `${page}#codes`,
});
