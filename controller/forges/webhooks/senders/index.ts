import type { Sender } from '../contract.js';
import { bitbucket } from './bitbucket.js';
import { gitea } from './gitea.js';
import { github } from './github.js';
import { gitlab } from './gitlab.js';
import { standard } from './standard.js';

/** The first that recognises a delivery counts. */
export const senders: readonly Sender[] = [gitea, github, gitlab, bitbucket, standard];
