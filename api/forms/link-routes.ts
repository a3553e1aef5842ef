import type { DocumentedRoute } from '../operations/shared/route.js';

const token = {
  type: 'string',
  description: 'The token of the link, which is signed and ends with the task.',
  examples: ['svch_WyIwMTkyZjBjMSIsInVzZXI6YWRhIl0.c2lnbmF0dXJl'],
};
const html = { 'text/html': { type: 'string', examples: ['<!doctype html>…'] } };
const common = {
  path: '/api/v1/platform/human-task-links/:token',
  credential: 'none',
  answers: html,
  alsoPages: html,
  problems: ['human_task_claimed', 'human_task_ended', 'human_task_link_invalid', 'rate_limited'],
} as const;

/** The path of links that former versions sent: an id could have been `link`. */
export const formerLinkPath = '/api/v1/platform/human-tasks/link/:token';

/** The page of a human task, which a signed link leads to. It is not an operation: the link is the credential. */
export const linkRoutes = [
  {
    ...common,
    operation: {
      name: 'open-human-task-link',
      title: 'Show the page of a human task',
      description:
        'The form of one assignee for one task, as a page without scripts. Reading it changes nothing, so that programs that follow links do no harm.',
      permission: 'anyone',
      input: { properties: { token }, required: ['token'] },
      output: {},
    },
    method: 'GET',
    statuses: [200, 410],
  },
  {
    ...common,
    operation: {
      name: 'submit-human-task-link',
      title: 'Complete a human task from its page',
      description:
        'Takes the fields of the page, once. Values that do not fit, and a request that is not the form of the page, are answered with the page; programs that accept JSON only get the problem.',
      permission: 'anyone',
      input: {
        properties: { token, fields: { type: 'object', additionalProperties: { type: 'string' } } },
        required: ['token'],
      },
      output: {},
    },
    method: 'POST',
    body: 'fields',
    bodyTypes: ['application/x-www-form-urlencoded'],
    statuses: [200],
    problems: [...common.problems, 'human_task_values_invalid'],
  },
] as const satisfies readonly DocumentedRoute[];
