import { noteOnWrite, writtenShape } from '../entities/tools.js';
import type { Tool } from '../shared/tool.js';
import { revertEntity } from './operations.js';

export const versionTools: readonly Tool[] = [
  {
    operation: revertEntity,
    title: 'Revert an entity to an earlier version',
    description: `Makes a new commit that restores the entity as of \`commitHash\`.

Use it to undo a change. The resource versions:///{type}/{name}/history lists the commits.

Example: {"type": "connection", "name": "shop", "commitHash": "4be1c9…"}

With \`hold: true\` no sync undoes the revert while the remote is unreachable or declines it; \`commitHash: HEAD\` with \`hold: false\` releases it.

Returns the entity after the revert, or the proposal. A version that is no longer valid is refused.`,
    output: writtenShape,
    noteOn: noteOnWrite,
  },
];
