import { writtenShape } from '../entities/tools.js';
import { written } from '../entities/write-outcome.js';
import type { Tool } from '../shared/tool.js';
import { revertEntity } from './operations.js';

export const versionTools: readonly Tool[] = [
  {
    operation: revertEntity,
    title: 'Revert an entity to an earlier version',
    description: `Makes a new commit that restores an entity as of \`commitHash\`, to undo a change. The resource versions:///{type}/{name}/history lists the commits.

Example: {"type": "connection", "name": "shop", "commitHash": "4be1c9…"}

Returns the entity after the revert, or the proposal; a version that is no longer valid is refused. \`hold: true\` keeps syncs from undoing it; \`commitHash: HEAD\` with \`hold: false\` releases it.`,
    output: writtenShape,
    confirms: true,
    async run(scope, args) {
      return written(scope, await scope.perform(revertEntity, { branch: scope.production, ...args }));
    },
  },
];
