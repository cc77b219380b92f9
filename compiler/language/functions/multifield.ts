import { ANY, BOOLEAN, FIELD, INTEGER, MULTIFIELD, STRING, unionOf } from '../static-type.ts';
import { MANY, rowsOf } from './row.ts';

const row = rowsOf('multifield');

export const MULTIFIELDS = [
  row('create$', [0, MANY], [ANY], MULTIFIELD),
  row('length$', [1, 1], [MULTIFIELD], INTEGER, { aliases: ['length'] }),
  row('nth$', [2, 2], [INTEGER, MULTIFIELD], FIELD),
  row('first$', [1, 1], [MULTIFIELD], MULTIFIELD),
  row('rest$', [1, 1], [MULTIFIELD], MULTIFIELD),
  row('subseq$', [3, 3], [MULTIFIELD, INTEGER], MULTIFIELD),
  row('member$', [2, 2], [ANY, MULTIFIELD], unionOf(INTEGER, BOOLEAN, MULTIFIELD)),
  row('subsetp', [2, 2], [MULTIFIELD], BOOLEAN),
  row('delete$', [3, 3], [MULTIFIELD, INTEGER], MULTIFIELD, { fails: true }),
  row('delete-member$', [2, MANY], [MULTIFIELD, ANY], MULTIFIELD),
  row('replace$', [4, MANY], [MULTIFIELD, INTEGER, INTEGER, ANY], MULTIFIELD, { fails: true }),
  row('replace-member$', [3, MANY], [MULTIFIELD, ANY], MULTIFIELD, { fails: true }),
  row('insert$', [3, MANY], [MULTIFIELD, INTEGER, ANY], MULTIFIELD, { fails: true }),
  row('explode$', [1, 1], [STRING], MULTIFIELD, { fails: true }),
  row('implode$', [1, 1], [MULTIFIELD], STRING, { fails: true }),
  row('union$', [0, MANY], [MULTIFIELD], MULTIFIELD, { since64: true }),
  row('intersection$', [0, MANY], [MULTIFIELD], MULTIFIELD, { since64: true }),
  row('difference$', [1, MANY], [MULTIFIELD], MULTIFIELD, { since64: true }),
] as const;
