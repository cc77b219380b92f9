// Holds the turn of a ledger until the test lets it go on. Arguments: folder of the turns, file that is written before the turn ends.
import { existsSync, writeFileSync } from 'node:fs';
import { open } from 'lmdb';

const [folder, released] = process.argv.slice(2);
const lock = open({ path: folder, noSubdir: false, overlappingSync: false });
const sleeping = new Int32Array(new SharedArrayBuffer(4));
lock.transactionSync(() => {
  writeFileSync(`${released}.held`, '');
  while (!existsSync(`${released}.asked`)) Atomics.wait(sleeping, 0, 0, 10);
  // A process that does not wait overtakes now.
  Atomics.wait(sleeping, 0, 0, 500);
  writeFileSync(released, '');
});
await lock.close();
