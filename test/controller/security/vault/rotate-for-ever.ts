import { join } from 'node:path';
import { KeyRing } from '../../../../controller/security/vault/key-ring.js';
import { openVault } from '../../../../controller/security/vault/vault.js';
import { openSqliteStorage } from '../../../../controller/storage/index.js';

// Rotates the master key of the folder it is given until it is killed.
const directory = process.argv[2] ?? '';
const storage = await openSqliteStorage(join(directory, 'svc.db'));
const vault = await openVault(storage, KeyRing.load({ file: join(directory, 'master.key'), ownsFile: true }));
process.stdout.write('rotating\n');
for (;;) await vault.masterKeys.rotate();
