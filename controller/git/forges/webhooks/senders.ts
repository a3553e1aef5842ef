import { azure } from './azure.js';
import { bitbucket } from './bitbucket.js';
import type { Sender } from './contract.js';
import { gitea } from './gitea.js';
import { github } from './github.js';
import { gitlab } from './gitlab.js';
import { getPush } from './payload.js';
import { standardWebhooks } from './schemes.js';

/** Any sender that signs by https://www.standardwebhooks.com; a `ref` in the body names the branch. */
const standard: Sender = {
  name: 'standard',
  recognises: (headers) =>
    headers['webhook-signature'] !== undefined || headers['svix-signature'] !== undefined,
  ...standardWebhooks,
  toEvent: (_headers, payload) => getPush(payload),
};

/** The first sender that recognises a delivery counts: Gitea also sets GitHub's headers. */
export const senders: readonly Sender[] = [gitea, github, gitlab, bitbucket, standard, azure];
