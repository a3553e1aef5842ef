import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '../../controller/problems/index.js';
import type { Controller } from '../../controller/start/contract.js';
import { escapeHtml } from '../../schemas/escape-html.js';
import { acceptForms } from '../http/bodies.js';
import { acceptsPage } from '../http/pages/accept.js';
import { type Page, sendHtml } from '../http/pages/page.js';
import { toProblem } from '../http/problem-answers.js';
import { completeLinked, findLinked, type LinkedTask } from '../operations/human-tasks/linked.js';
import { type Entered, type Fault, getFields, initial, readFields } from './fields.js';
import { formerLinkPath, linkRoutes } from './link-routes.js';
import { getPage, getPrincipalName, isOfPage, plainPage, taskPage } from './page.js';
import { localTimes, timeHtml } from './time-in-words.js';

/** Serves the page of a human task to the holder of its link. Requests count by address, as all without a credential. */
export function registerForms(app: FastifyInstance, controller: Controller): void {
  app.register(async (scope) => {
    acceptForms(scope);
    scope.setErrorHandler((error, request, reply) => {
      // A program gets the problem itself, from the handler of the service.
      if (!acceptsPage(request.headers.accept)) return reply.send(error);
      const problem = toProblem(error, request);
      if (problem.status < 500) return refuse(reply, problem);
      return send(reply, 500, plainPage('Something went wrong', `Please try again (${request.id}).`));
    });
    const [open, submit] = linkRoutes;
    const config = { credential: 'none' as const };
    const getToken = (params: unknown) => (params as { token: string }).token;
    for (const path of [open.path, formerLinkPath]) {
      scope.get(path, { config }, async ({ params, headers }, reply) => {
        const linked = await findLinked(controller, getToken(params));
        if (linked.task.status !== 'open') return answerEnded(reply, 410, linked.task, headers.accept);
        const { form, claimedBy } = linked.task;
        const isTaken = claimedBy !== null && claimedBy !== linked.assignee;
        const problem = isTaken
          ? `${getPrincipalName(claimedBy)} has claimed this task and is working on it.`
          : undefined;
        return show(reply, 200, linked, { entered: initial(getFields(form)), faults: [], problem });
      });
      scope.post(path, { config: { ...config, bodyTypes: submit.bodyTypes } }, async (request, reply) => {
        const linked = await findLinked(controller, getToken(request.params));
        // A person must not correct values that no run takes any more.
        const { accept } = request.headers;
        if (linked.task.status !== 'open') return answerEnded(reply, 409, linked.task, accept);
        const entered = (request.body ?? {}) as Entered;
        if (!isOfPage(entered, linked.task)) {
          if (!acceptsPage(accept)) throw noAnswer();
          const fields = initial(getFields(linked.task.form));
          return show(reply, 422, linked, {
            entered: { ...fields, ...entered },
            faults: [],
            problem: noAnswer().message,
          });
        }
        const { values, faults } = readFields(getFields(linked.task.form), entered);
        if (faults.length > 0 && !acceptsPage(accept)) throw unfitting(faults);
        if (faults.length > 0) return show(reply, 422, linked, { entered, faults });
        try {
          const origin = { address: request.ip, requestId: request.id };
          const { title } = await completeLinked(controller, linked, values, origin);
          return send(reply, 200, plainPage('Done', `“${title}” is completed. You can close this page.`));
        } catch (error) {
          if (!(error instanceof Problem) || !acceptsPage(accept)) throw error;
          if (error.code === 'human_task_values_invalid')
            return show(reply, 422, linked, { entered, faults: getFaults(error) });
          if (error.code === 'human_task_claimed')
            return show(reply, 409, linked, { entered, faults: [], problem: error.message });
          if (error.code === 'human_task_ended')
            return send(reply, 409, endedPage(await controller.humanTasks.get(linked.task.id)));
          throw error;
        }
      });
    }
  });

  function show(
    reply: FastifyReply,
    status: number,
    { task, assignee }: LinkedTask,
    state: { entered: Entered; faults: readonly Fault[]; problem?: string | undefined },
  ): FastifyReply {
    const fields = getFields(task.form);
    const { production } = controller.branches;
    return send(reply, status, taskPage({ task, assignee, production, fields, ...state }));
  }
}

/** Answers a link whose task has ended with a page, and a program with the problem. @throws Problem human_task_ended */
function answerEnded(
  reply: FastifyReply,
  status: number,
  task: LinkedTask['task'],
  accept: string | undefined,
): FastifyReply {
  if (acceptsPage(accept)) return send(reply, status, endedPage(task));
  throw new Problem('human_task_ended', `The human task has ended: it is ${task.status}`);
}

function unfitting(faults: readonly Fault[]): Problem {
  const errors = faults.map(({ pointer, message }) => ({ pointer, message }));
  return new Problem('human_task_values_invalid', 'The values do not fit the form', { errors });
}

function noAnswer(): Problem {
  return new Problem(
    'human_task_values_invalid',
    'The request is not the form of this page, so nothing was completed',
    {
      hints: [
        {
          text: 'Open the link in a browser and send its form. Programs complete a task with {call}.',
          operation: 'complete-human-task',
          arguments: { values: {} },
        },
      ],
    },
  );
}

function endedPage({ title, status, completedBy, endedAt, dueAt }: LinkedTask['task']): Page {
  const how =
    status === 'completed'
      ? `was completed by ${escapeHtml(getPrincipalName(completedBy ?? 'nobody'))}${endedAt === null ? '' : `, ${timeHtml(endedAt)}`}.`
      : status === 'overdue'
        ? `was due${dueAt === null ? '' : ` ${timeHtml(dueAt)}`}.`
        : 'is no longer needed: its run does not wait for it any more.';
  return { ...getPage('This task has ended', `“${escapeHtml(title)}” ${how}`), script: localTimes };
}

function refuse(reply: FastifyReply, { status, code, message, hints }: Problem): FastifyReply {
  const title = code === 'human_task_link_invalid' ? 'This link is not valid' : 'The request was refused';
  const sentence = code === 'human_task_link_invalid' ? '' : `${message}. `;
  return send(reply, status, plainPage(title, `${sentence}${hints.join(' ')}`));
}

function send(reply: FastifyReply, status: number, page: Page): FastifyReply {
  return sendHtml(reply.code(status), page);
}

function getFaults({ errors = [] }: Problem): Fault[] {
  return errors.map(({ pointer = '', message }) => ({ pointer, message }));
}
