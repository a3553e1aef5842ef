import type { Tool } from '../shared/tool.js';
import { restoreBackup } from './operations.js';

export const backupTools: readonly Tool[] = [
  {
    operation: restoreBackup,
    isSlow: true,
    confirms: true,
    description: `Restores the content of a backup, everything or nothing, after a backup of the current state. Use it only when you were asked to. \`list-entities\` {"type": "backup"} lists the backups; \`dryRun\` shows what would change.

Example: {"id": "…", "categories": ["flows"], "dryRun": true}

Returns what was restored, and the id of the backup made before.`,
  },
];
