import type { JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import type { ActionContext, TokenUsage } from '../contract/connector.js';
import { requireField } from '../web-api/actions.js';
import type { ApiSession } from '../web-api/session.js';
import { chatApis } from './api.js';
import type { ChatAnswer, ChatMessage, ChatRequest } from './chat.js';
import type { LlmConfig } from './config-schema.js';

/** A conversation with a model: what was said, and the tokens of all answers. */
export class Conversation {
  readonly messages: ChatMessage[];
  readonly #usage: TokenUsage = { inputTokens: 0, outputTokens: 0 };
  readonly #basis: Pick<ChatRequest, 'model' | 'maxTokens' | 'system' | 'temperature' | 'stop'>;
  #asked = 0;

  constructor(
    private readonly session: ApiSession,
    private readonly context: ActionContext<LlmConfig>,
    input: JsonObject,
  ) {
    const { config } = context;
    this.messages = getMessages(input);
    this.#basis = {
      model: requireField(
        (input['model'] as string | undefined) ?? config.model,
        'model',
        'A call without `model`',
      ),
      maxTokens: (input['maxTokens'] as number | undefined) ?? config.maxTokens,
      system: findSystem(input),
      temperature: input['temperature'] as number | undefined,
      stop: input['stop'] as string[] | undefined,
    };
  }

  get usage(): TokenUsage & JsonObject {
    return { ...this.#usage };
  }

  get tokens(): number {
    return this.#usage.inputTokens + this.#usage.outputTokens;
  }

  /** Asks for the next answer, and adds it to what was said. @throws ConnectorError */
  async ask(more: Partial<ChatRequest> = {}): Promise<ChatAnswer> {
    const { config, connection, log } = this.context;
    const api = chatApis[config.api];
    const request = { ...this.#basis, messages: this.messages, ...more };
    const answer = api.decode(
      await this.session.json('POST', api.path, {
        body: api.encode(request, config.baseUrl === undefined),
        // Each question of a step has a key of its own, which an attempt to repeat the step uses again.
        headers: { 'idempotency-key': `${this.session.idempotencyKey}:${++this.#asked}` },
      }),
    );
    const { usage, model } = answer;
    this.#usage.inputTokens += usage.inputTokens;
    this.#usage.outputTokens += usage.outputTokens;
    this.context.tokensUsed?.(usage);
    log('info', 'Language model answered', { connection, model, ...usage });
    this.messages.push({ role: 'assistant', text: answer.text, calls: answer.calls });
    return answer;
  }
}

function getMessages({ prompt, messages }: JsonObject): ChatMessage[] {
  const entries = (Array.isArray(messages) ? messages : []).map(objectOr);
  const said = entries.flatMap(({ role, content }): ChatMessage[] => {
    const text = String(content);
    if (role === 'system') return [];
    return [role === 'assistant' ? { role, text, calls: [] } : { role: 'user', text }];
  });
  return prompt === undefined ? said : [...said, { role: 'user', text: String(prompt) }];
}

/** The APIs take the instructions in different places: they are collected in one. */
function findSystem({ system, messages }: JsonObject): string | undefined {
  const entries = (Array.isArray(messages) ? messages : []).map(objectOr);
  const texts = entries.filter(({ role }) => role === 'system').map(({ content }) => String(content));
  const all = system === undefined ? texts : [String(system), ...texts];
  return all.length === 0 ? undefined : all.join('\n\n');
}
