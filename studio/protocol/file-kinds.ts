/** Kinds of the files of a ruleset, by their paths. */
import type { StudioFile } from './messages.ts';

type Path = Pick<StudioFile, 'path'>;

/** A suite in YAML. */
export const isYamlSuite = ({ path }: Path): boolean => /\.test\.ya?ml$/i.test(path);

export const isSuite = (file: Path): boolean => isYamlSuite(file) || /(?:^|\/)cases\.json$/i.test(file.path);

/** A file that is compiled: rules, and the tables that they name. */
export const isSource = (file: Path): boolean => /\.(?:ya?ml|csv)$/i.test(file.path) && !isSuite(file);

/** A file of rules. */
export const isRules = (file: Path): boolean => /\.ya?ml$/i.test(file.path) && !isSuite(file);
