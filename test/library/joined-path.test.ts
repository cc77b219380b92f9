import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { folderOf, joinedPath } from '../../library/joined-path.ts';

const FOLDERS = ['.', 'a', 'a/b', './a', '../a', '/', '/a/b', 'a/', ''];
const FILES = ['x.yaml', 'b/x.yaml', '../x.yaml', '../../../x.yaml', './b/../x.yaml'];

it.each(FOLDERS)('paths from %j are those of Node', (folder) => {
  for (const file of FILES) expect(joinedPath(folder, file), file).toBe(posix.join(folder, file));
});

it.each([...FILES, '/x.yaml', '/a/x.yaml'])('the folder of %j is that of Node', (file) => {
  expect(folderOf(file)).toBe(posix.dirname(file));
});
