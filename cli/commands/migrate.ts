import { resolve } from 'node:path';
import { type Command, isSet, text } from '../contract/command.js';
import { exitCodes, misuse } from '../contract/failure.js';
import { printable } from '../output/terminal/printable.js';

export const migrate: Command = {
  usage: 'migrate',
  summary: 'move an installation from SQLite to PostgreSQL',
  description:
    'Copies the database of an installation that does not run into an empty PostgreSQL database, in one transaction,\n' +
    'and compares both. The SQLite file stays as it is, and the data directory stays in use: master key, run files,\n' +
    'backups. The guide `databases` has the steps.',
  options: [
    { flags: '--from <folder>', description: 'data directory of the installation' },
    {
      flags: '--to <url>',
      description: 'address of the PostgreSQL database (default: the variable SVC_Database__Url)',
    },
    { flags: '--dry-run', description: 'check both databases and count the rows, and copy nothing' },
  ],
  examples: [
    'svc migrate --from /var/lib/svc --to postgres://svc@db.example.com/svc --dry-run',
    'svc migrate --from /var/lib/svc --to postgres://svc@db.example.com/svc',
  ],
  async run(io, args, options) {
    const from = text(options, 'from');
    const url = text(options, 'to') ?? io.env['SVC_Database__Url'];
    if (args.length > 0 || from === undefined || url === undefined)
      throw misuse('`svc migrate` takes `--from` and `--to`', 'See `svc migrate --help`.');
    const { moveInstallation } = await import('../client/local/move-installation.js');
    const isDry = isSet(options, 'dryRun');
    const report = (table: string, rows: number) => void io.stderr.write(`  ${table}: ${rows}\n`);
    const { place, tables } = await moveInstallation({ from: resolve(io.cwd, from), url, isDry, report });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    if (isSet(options, 'json')) {
      io.stdout.write(`${JSON.stringify({ to: place, dryRun: isDry, rows, tables }, null, 2)}\n`);
      return exitCodes.done;
    }
    const done = isDry ? 'Would copy' : 'Copied and compared';
    const next = isDry
      ? ['The database is empty and can be used. Nothing was changed.']
      : [
          'Next:',
          '  set Database.Url to this address, in svc.yaml or as the variable SVC_Database__Url',
          '  start svc on the same data directory, with the same master key',
          `  keep ${resolve(io.cwd, from, 'svc.db')} until all works; it is not read any more`,
        ];
    io.stdout.write(
      printable(`${[`${done} ${rows} rows of ${tables.length} tables to ${place}.`, ...next].join('\n')}\n`),
    );
    return exitCodes.done;
  },
};
