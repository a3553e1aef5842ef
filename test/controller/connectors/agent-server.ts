import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AgentCard, Task, TaskStatusUpdateEvent } from '@a2a-js/sdk';
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
} from '@a2a-js/sdk/server';

/** An agent of the official package; it answers both versions of the protocol at `/a2a`. */
export interface AgentServer {
  url: string;
  /** The credentials that came with each request. */
  authorizations: (string | undefined)[];
  /** The ids of the messages that came. */
  messages: string[];
  stop(): Promise<void>;
}

/** @param token what the agent expects at `/a2a` */
export async function startAgent(token: string): Promise<AgentServer> {
  const authorizations: (string | undefined)[] = [];
  const messages: string[] = [];
  const server = createServer(async (request, response) => {
    const { url: path, headers } = request;
    if (path?.startsWith('/card')) {
      const version = path.slice('/card-'.length);
      return answer(response, version === '0.3' ? oldCard(url) : AgentCard.toJSON(getCard(url)));
    }
    authorizations.push(headers.authorization);
    if (headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    if (body.params?.message?.messageId) messages.push(body.params.message.messageId);
    const version = headers['a2a-version'];
    const context = new ServerCallContext(version === undefined ? {} : { requestedVersion: String(version) });
    const result = await (version === undefined ? old : current).handle(body, context);
    if (!(Symbol.asyncIterator in result)) return answer(response, result);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for await (const event of result) response.write(`data: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const requests = new DefaultRequestHandler(getCard(url), new InMemoryTaskStore(), clerk);
  const [old, current] = [new LegacyJsonRpcTransportHandler(requests), new JsonRpcTransportHandler(requests)];
  return {
    url,
    authorizations,
    messages,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(response: ServerResponse, content: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}

/** Works for each message on a task, and completes it. */
const clerk: AgentExecutor = {
  async execute({ taskId, contextId }, bus) {
    const state = (name: string) => ({ state: `TASK_STATE_${name}` });
    bus.publish(AgentEvent.task(Task.fromJSON({ id: taskId, contextId, status: state('WORKING') })));
    const update = { taskId, contextId, status: state('COMPLETED') };
    bus.publish(AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON(update)));
    bus.finished();
  },
  cancelTask: async () => {},
};

function getCard(url: string): AgentCard {
  const interfaces = ['0.3', '1.0'].map((protocolVersion) => ({
    url: `${url}/a2a`,
    protocolBinding: 'JSONRPC',
    protocolVersion,
  }));
  return AgentCard.fromJSON({
    name: 'clerk',
    description: 'Answers questions',
    version: '1.0.0',
    supportedInterfaces: interfaces,
    capabilities: { streaming: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
  });
}

function oldCard(url: string) {
  return { name: 'clerk', url: `${url}/a2a`, preferredTransport: 'JSONRPC', protocolVersion: '0.3.0' };
}
