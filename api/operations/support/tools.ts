import type { Tool } from '../shared/tool.js';
import { submitFeatureRequest, submitSupportRequest } from './operations.js';

export const supportTools: readonly Tool[] = [
  {
    operation: submitSupportRequest,
    description: `Files a support request with the vendor, when something does not work as documented and the hints of its error did not help. State what you did, expected and saw, with the request ids (\`instance\` of an error). Send no secrets.

Example: {"subject": "Sync stalls", "body": "Since 10:00 …", "includeDiagnostics": true}

Returns the stored ticket with its id.`,
  },
  {
    operation: submitFeatureRequest,
    description: `Files a feature request with the vendor, for something that this service cannot do and should. State what it is needed for.

Example: {"subject": "Approve proposals by mail", "body": "Our reviewers …"}

Returns the stored ticket with its id.`,
  },
];
