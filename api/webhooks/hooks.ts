import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../controller/problems/index.js';
import type { Controller } from '../../controller/start/contract.js';
import type { HookAnswer } from '../../controller/triggers/index.js';
import { createBodyReader, fieldsOf } from '../http/bodies.js';
import { hasEnded } from '../operations/flows/operations.js';
import { sendServed } from '../operations/flows/served-http.js';
import { defaultWait } from '../operations/shared/fields.js';
import { hookRoute } from './hook-route.js';

/** Serves the addresses of webhooks, which are authenticated by a signature over the body. */
export function registerHooks(app: FastifyInstance, controller: Controller): void {
  const { config, settings, hooks } = controller;
  app.register(async (scope) => {
    // Counted before the signature is checked, so that others cannot use up the deliveries of a trigger.
    await scope.register(rateLimit, {
      max: () => config.current().Limits.WebhooksPerMinute,
      timeWindow: '1 minute',
      errorResponseBuilder: (_request, { after }) =>
        new Problem(
          'rate_limited',
          `There are too many deliveries from this address; the next may come in ${after}`,
        ),
    });
    const read = createBodyReader(scope);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    const options = { bodyLimit: settings.Limits.RequestBody, config: {} };
    scope.post(hookRoute.path, options, async (request, reply) => {
      const { branch: segment, path } = request.params as { branch: string; path: string };
      const branch = await controller.branches.resolve(segment);
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const answer = await hooks.receive(branch, {
        ...{ method: request.method, path, body, headers: headersOf(request) },
        query: fieldsOf(new URLSearchParams(request.url.split(/\?(.*)/s)[1])),
        parsed: () => read(request, body),
      });
      return send(reply, answer, controller);
    });
  });
}

async function send(reply: FastifyReply, answer: HookAnswer, { runs }: Controller): Promise<FastifyReply> {
  if ('skipped' in answer) return reply.code(202).send(answer);
  if ('runId' in answer) return reply.code(202).send({ runId: answer.runId, repeated: true });
  const { run, respond, isRepeated } = answer;
  reply.header('x-svc-run-id', run.id).header('x-svc-revision', run.revision);
  if (respond === 'accepted') return reply.code(202).send({ runId: run.id, repeated: isRepeated });
  const ended = hasEnded(run.status) ? run : await runs.wait(run.id, defaultWait * 1_000);
  // A run that goes on is named, not shown: the sender is no principal.
  if (!hasEnded(ended.status)) return reply.code(202).send({ runId: run.id, repeated: isRepeated });
  return sendServed(reply, ended);
}

function headersOf({ headers }: FastifyRequest): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return Object.fromEntries(entries);
}
