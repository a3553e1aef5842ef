import type { Tool } from '../shared/tool.js';
import { submitFeatureRequest, submitSupportRequest } from './operations.js';

export const supportTools: readonly Tool[] = [
  {
    operation: submitSupportRequest,
    description: `Files a support request with the vendor, when something does not work as documented. State what you did, expected and saw, with the \`instance\` of an error. Send no secrets.

Example: {"subject": "Sync stalls", "body": "Since 10:00 …", "includeDiagnostics": true}`,
  },
  {
    operation: submitFeatureRequest,
    description: `Files a feature request with the vendor: what this service should do, and what for.

Example: {"subject": "Approve proposals by mail", "body": "Our reviewers …"}`,
  },
];
