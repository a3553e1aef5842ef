import type { FastifyInstance } from 'fastify';
import { Problem } from '../../controller/problems/index.js';
import type { Controller } from '../../controller/start/contract.js';
import { getMediaType } from '../http/headers.js';
import { gitSyncRoute } from './git-sync-route.js';
import { getSignedRequest, takeSignedRequests } from './signed-requests.js';

/** A push of many commits makes a large delivery; `Limits.RequestBody` can only raise this limit. */
const MAX_BODY = 5 * 1024 * 1024;

/** GitHub and Gitea can send a form with the JSON in its field `payload`. */
const takenTypes: ReadonlySet<string> = new Set([
  '',
  'application/json',
  'application/x-www-form-urlencoded',
]);

const schema = { response: { 202: gitSyncRoute.operation.output } };

/**
 * Serves the route for webhooks of forges, which are authenticated by their signature over the body. Answers 202 once the
 * delivery is stored; fetching and reconciling follow.
 */
export function registerGitSync(app: FastifyInstance, { webhooks, settings, config }: Controller): void {
  const { RequestBody } = settings.Limits;
  app.register(async (scope) => {
    await takeSignedRequests(scope, () => config.current().Limits.RequestsPerMinute);
    scope.post(
      gitSyncRoute.path,
      { schema, bodyLimit: Math.max(RequestBody, MAX_BODY), config: {} },
      async (request, reply) => {
        const type = getMediaType(request.headers['content-type']);
        if (!takenTypes.has(type)) {
          throw new Problem('unsupported_media_type', `A delivery is \`application/json\`, not \`${type}\``, {
            hints: ['Choose `application/json` as the content type of the webhook.'],
          });
        }
        return reply.code(202).send(await webhooks.receive(getSignedRequest(request)));
      },
    );
  });
}
