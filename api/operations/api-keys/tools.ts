import { flag, getAnswer, text } from '../shared/schemas.js';
import type { Tool } from '../shared/tool.js';
import { apiKeys, rotateApiKey } from './operations.js';

export const apiKeyTools: readonly Tool[] = [
  {
    operation: rotateApiKey,
    confirms: true,
    description: `Issues a new key with the same name and role. The old key keeps working until \`delete-api-key\`: rotate, distribute the new key, then delete the old one by its id.

Example: {"id": "ci"}

Returns \`key\`, which no later answer has, and \`id\`. Do not repeat the key where others can read it.`,
  },
  {
    operation: apiKeys.delete,
    confirms: true,
    description: `Deletes an API key that was replaced or lost, with effect at once; this cannot be undone. \`list-entities\` {"type": "api-key"} lists the keys and their last use.

Example: {"id": "0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11"}

Returns {"deleted": true, "id": "…"}.`,
    output: getAnswer(undefined, { deleted: flag, id: text }),
    async run(scope, args) {
      await scope.perform(apiKeys.delete, args);
      return { value: { deleted: true, id: String(args['id']) } };
    },
  },
];
