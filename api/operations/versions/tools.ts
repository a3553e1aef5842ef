import { writtenShape } from '../entities/tools.js';
import { written } from '../entities/write-outcome.js';
import type { Tool } from '../shared/tool.js';
import { revertEntity } from './operations.js';

export const versionTools: readonly Tool[] = [
  {
    operation: revertEntity,
    title: 'Revert an entity',
    description: `Restores an entity as of \`commitHash\` by a new commit. \`read-entity\` with the pointer \`/history\` lists the commits.

Example: {"type": "connection", "name": "shop", "commitHash": "4be1c9…"}

Returns the entity, or the proposal; an invalid version is refused. \`hold: true\` keeps it in syncs; \`commitHash: HEAD\` with \`hold: false\` releases it.`,
    output: writtenShape,
    confirms: true,
    async run(scope, args) {
      return written(scope, await scope.perform(revertEntity, { branch: scope.production, ...args }));
    },
  },
];
