import { existsSync } from 'node:fs';
import { claimDataDirectory } from '../../../controller/storage/data-directory.js';
import { nodeId } from '../../../controller/storage/node-id.js';
import { type Moved, moveData } from '../../../controller/storage/postgres/move-data.js';
import { misuse } from '../../contract/failure.js';

interface Move {
  /** The data directory. */
  from: string;
  url: string;
  isDry: boolean;
  report(table: string, rows: number): void;
}

/** Moves the database of a data directory. @throws Problem data_directory_in_use while a service runs, and as `moveData` */
export async function moveInstallation({ from, ...move }: Move): Promise<Moved> {
  if (!existsSync(`${from}/svc.db`))
    throw misuse(
      `There is no svc.db in ${from}`,
      'Name the data directory of the installation, such as `.svc`.',
    );
  const data = claimDataDirectory(from);
  try {
    return await moveData({ ...move, file: data.file('svc.db'), node: nodeId(data) });
  } finally {
    data.release();
  }
}
