import type { JsonObject } from '../../../schemas/json.js';
import type { ComponentKind } from '../tasks/contract.js';
import type { DocumentContext } from './document.js';
import { compileTask } from './task.js';

/** A task that does nothing but use the component of this name. */
const users: Readonly<Record<ComponentKind, (name: string) => JsonObject>> = {
  authentications: (use) => {
    const endpoint = { uri: 'https://example.com', authentication: { use } };
    return { call: 'http', with: { method: 'get', endpoint } };
  },
  errors: (error) => ({ raise: { error } }),
  functions: (call) => ({ call }),
  retries: (retry) => ({ try: [], catch: { retry } }),
  timeouts: (timeout) => ({ set: {}, timeout }),
};

/** Finds what is wrong with components of `use` that no task uses: warnings, since no run comes to them. */
export function checkUnused(document: DocumentContext): void {
  for (const [kind, user] of Object.entries(users) as [ComponentKind, (name: string) => JsonObject][]) {
    for (const name of document.components(kind)) {
      if (document.isUsed(kind, name)) continue;
      document.onTrial(() =>
        compileTask(document, user(name), {
          pointer: '/use',
          reference: '/use',
          segment: '',
          locals: [],
          depth: 0,
          name,
          siblings: [],
          concurrent: false,
          quiet: true,
        }),
      );
    }
  }
}
