import { join } from 'node:path';
import { openSqliteStorage } from '../../../controller/storage/index.js';
import { KeyRing, openVault } from '../../../controller/vault/index.js';

// Rotates the master key of the folder it is given until it is killed.
const directory = process.argv[2] ?? '';
const storage = await openSqliteStorage(join(directory, 'svc.db'));
const vault = await openVault(storage, KeyRing.load({ file: join(directory, 'master.key'), ownsFile: true }));
process.stdout.write('rotating\n');
for (;;) await vault.rotateMasterKey();
