import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '../../controller/problems/index.js';
import { getNetwork } from '../../controller/security/policy/ip-address.js';
import type { Controller } from '../../controller/start/contract.js';
import type { HookAnswer } from '../../controller/triggers/index.js';
import { toJsonText } from '../../schemas/json/json-text.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { createBodyReader } from '../http/bodies.js';
import { toProblem } from '../http/problem-answers.js';
import { hasEnded } from '../operations/flows/operations.js';
import { requestAsInput, sendServed } from '../operations/flows/served-http.js';
import { defaultWait } from '../operations/shared/fields.js';
import { hookRoute } from './hook-route.js';
import { getSignedRequest, takeSignedRequests } from './signed-requests.js';

/** Over all webhooks, an address may bring as much as this many of them take from one sender. */
const hooksOfAddress = 10;

/** Serves the addresses of webhooks, which are authenticated by a signature over the body. */
export function registerHooks(app: FastifyInstance, controller: Controller): void {
  const { config, settings, hooks } = controller;
  app.register(async (scope) => {
    const read = createBodyReader(scope);
    await takeSignedRequests(scope, () => config.current().Limits.WebhooksPerMinute * hooksOfAddress);
    const options = { bodyLimit: settings.Limits.RequestBody, config: {} };
    scope.post(hookRoute.path, options, async (request, reply) => {
      const { branch: segment, path } = request.params as { branch: string; path: string };
      const branch = await controller.branches.resolve(segment);
      const signed = getSignedRequest(request);
      const { body } = signed;
      const answer = await hooks.receive(branch, {
        ...signed,
        path,
        sender: getNetwork(request.ip),
        input() {
          try {
            return requestAsInput(request, read(request, body), body.toString('base64'));
          } catch (error) {
            throw toProblem(error, request);
          }
        },
      });
      return send(reply, answer, controller);
    });
    scope.get(hookRoute.path, { config: {} }, async (request, reply) => {
      const { branch: segment, path } = request.params as { branch: string; path: string };
      const branch = await controller.branches.resolve(segment);
      const query = request.query as JsonObject;
      const answer = await hooks.check(branch, { path, sender: getNetwork(request.ip), query });
      // Proxies and caches must not answer a check in place of the service.
      reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
      if (typeof answer === 'string') return reply.type('text/plain; charset=utf-8').send(answer);
      return reply.type('application/json; charset=utf-8').send(toJsonText(answer));
    });
  });
}

async function send(reply: FastifyReply, answer: HookAnswer, { runs }: Controller): Promise<FastifyReply> {
  if ('challenge' in answer) return reply.type('text/plain; charset=utf-8').send(answer.challenge);
  if ('skipped' in answer) return reply.code(202).send(answer);
  if ('runId' in answer) return reply.code(202).send({ runId: answer.runId, repeated: true });
  const { run, respond, isRepeated } = answer;
  reply.header('x-svc-run-id', run.id).header('x-svc-revision', run.revision);
  if (respond === 'accepted') return reply.code(202).send({ runId: run.id, repeated: isRepeated });
  const ended = hasEnded(run.status) ? run : await runs.wait(run.id, defaultWait * 1_000);
  // The sender has no principal that may read the run: the answer names the run and shows nothing of it.
  if (!hasEnded(ended.status)) return reply.code(202).send({ runId: run.id, repeated: isRepeated });
  // The answer leaves out the detail of the error for the same reason.
  if (ended.status !== 'completed') {
    const { code = 'flow_faulted' } = ended.error ?? {};
    throw new Problem(code, `The run ${run.id} was ${ended.status}`);
  }
  return sendServed(reply, ended);
}
