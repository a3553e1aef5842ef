import type { JsonObject } from '../../../schemas/json.js';
import type { Tool } from './tool.js';

export const invokeActionTool: Tool = {
  name: 'invoke-connector-action',
  operation: 'invoke-connector-action',
  isSlow: true,
  title: 'Invoke one action of a connection',
  description: `Invokes one action of a connector through a connection, outside of any flow.

Use it to look something up or to do one thing in a system; for more than one step, run a flow. \`list-entities\` {"type": "connection"} says which connections there are.

Example: {"connection": "shop", "action": "get", "input": {"path": "/orders/42"}}

Comes back: what the action gave.`,
};

export const restoreBackupTool: Tool = {
  name: 'restore-backup',
  operation: 'restore-backup',
  isSlow: true,
  title: 'Restore a backup',
  description: `Puts back what a backup holds: all or nothing, after a backup of how things are now.

Use it only when you were asked to. \`list-entities\` {"type": "backup"} says which there are; \`dryRun\` says what would change.

Example: {"id": "…", "categories": ["flows"], "dryRun": true}

Comes back: what was restored, and the id of the backup that was taken before.`,
};

export const rotateKeyTool: Tool = {
  name: 'rotate-api-key',
  operation: 'rotate-api-key',
  title: 'Rotate an API key',
  description: `Issues a new key of the same name and role. The old one keeps working until \`delete-api-key\`.

Use it to replace a key: rotate, hand out the new one, then delete the old one by its id.

Example: {"id": "ci"}

Comes back: \`key\`, shown this once, and the \`id\` of the new one. Do not repeat the key where others read it.`,
};

const deletedShape: JsonObject = {
  type: 'object',
  required: ['deleted', 'id'],
  properties: { deleted: { type: 'boolean' }, id: { type: 'string' } },
};

export const deleteKeyTool: Tool = {
  name: 'delete-api-key',
  operation: 'delete-api-key',
  title: 'Delete an API key',
  description: `Deletes an API key: it is not valid any more from now on, and cannot be had back.

Use it for a key that was replaced or got lost. \`list-entities\` {"type": "api-key"} says which there are and when each was last used.

Example: {"id": "0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11"}

Comes back: {"deleted": true, "id": "…"}.`,
  output: deletedShape,
  async run(scope, args) {
    await scope.perform('delete-api-key', args);
    return { value: { deleted: true, id: String(args['id']) } };
  },
};

export const supportTool: Tool = {
  name: 'submit-support-request',
  operation: 'submit-support-request',
  title: 'Ask for support',
  description: `Files a support request with the vendor of this service.

Use it when something does not work as documented and the hints of its error did not help. Say what you did, what you expected and what happened instead, with the request ids (\`instance\` of an error). No secrets.

Example: {"subject": "Sync stalls", "body": "Since 10:00 …", "includeDiagnostics": true}

Comes back: the stored ticket with its id.`,
};

export const featureTool: Tool = {
  name: 'submit-feature-request',
  operation: 'submit-feature-request',
  title: 'Ask for a feature',
  description: `Files a feature request with the vendor of this service.

Use it for something that this service cannot do and should. Say what it is needed for.

Example: {"subject": "Approve proposals by mail", "body": "Our reviewers …"}

Comes back: the stored ticket with its id.`,
};
