import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { shortened } from '../../../schemas/shortened.js';
import { type ActionContext, ConnectorError } from '../contract/connector.js';
import type { Form } from '../web-api/actions.js';
import type { ToolCall, ToolResult } from './chat.js';
import type { LlmConfig } from './config-schema.js';
import { Conversation } from './conversation.js';
import { getOutput, hasQuestion, questionFields, usageOutput } from './fields.js';
import { getTools, type Tool, toolsField } from './tools.js';

/** Characters of a tool's answer that a model gets: more would cost more than the answer is worth. */
const maxResultLength = 50_000;
/** Calls that a model may ask for in one answer. */
const maxCalls = 32;

/** One call of a tool, as the output has it. */
type Step =
  | { action: string; input: JsonObject; output: Json }
  | { action: string; input: JsonObject; error: string };

export const agent: Form<LlmConfig> = {
  title: 'Run an agent',
  description:
    'Lets a model call actions of connections until it has an answer. Failures of actions go back to the model. The last step is asked for without calls.',
  hints: 'anything',
  properties: {
    ...questionFields,
    tools: toolsField,
    maxSteps: {
      title: 'Steps',
      description: 'The most answers of the model.',
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 10,
      examples: [5],
    },
    maxTokens: {
      title: 'Tokens',
      description: 'The most tokens of all steps, questions included; an error beyond.',
      type: 'integer',
      minimum: 1,
      maximum: 10_000_000,
      default: 200_000,
      examples: [50_000],
    },
  },
  required: ['tools'],
  conditions: hasQuestion,
  output: getOutput({
    text: { title: 'Text', description: 'The last words of the model.', type: 'string' },
    finishReason: {
      title: 'End',
      description: '`stop`, `length`, `filtered`, or `maxSteps`.',
      type: 'string',
    },
    steps: {
      title: 'Steps',
      description: 'The calls: `action`, `input`, and `output` or `error`.',
      type: 'array',
    },
    usage: usageOutput,
    model: { title: 'Model', description: 'The model that answered.', type: 'string' },
  }),
  run: async (
    session,
    { maxTokens = 200_000, maxSteps = 10, ...input },
    { maxTokens: ofAnswer },
    context,
  ) => {
    const tools = await getTools(input['tools'], context);
    const conversation = new Conversation(session, context, input);
    const steps: Step[] = [];
    for (let attempts = 1; ; attempts++) {
      const left = Number(maxTokens) - conversation.tokens;
      if (left <= 0) throw tokensUsed(conversation.tokens, Number(maxTokens));
      const isLast = attempts === Number(maxSteps);
      const answer = await conversation.ask({ tools, mayCall: !isLast, maxTokens: Math.min(left, ofAnswer) });
      const { calls, text, model, finishReason } = answer;
      if (calls.length === 0 || isLast) {
        const end = isLast && attempts > 1 ? 'maxSteps' : finishReason;
        return { text, finishReason: end, steps, usage: conversation.usage, model };
      }
      const results: ToolResult[] = [];
      // One after the other: the keys of calls follow their order, and so do their effects.
      for (const call of calls.slice(0, maxCalls)) results.push(await perform(call, tools, context, steps));
      const tooMany = { text: `At most ${maxCalls} calls are made at a time`, isError: true };
      results.push(...calls.slice(maxCalls).map(({ id }) => ({ id, ...tooMany })));
      conversation.messages.push({ role: 'tool', results });
    }
  },
};

/** Makes one call. Never fails, but when the caller cancels: the model reads the reason. */
async function perform(
  { id, name, arguments: callArguments }: ToolCall,
  tools: readonly Tool[],
  context: ActionContext<LlmConfig>,
  steps: Step[],
): Promise<ToolResult> {
  const tool = tools.find((each) => each.name === name);
  if (!tool) return { id, text: `There is no tool \`${shortened(name, 100)}\``, isError: true };
  if (!callArguments) return { id, text: 'The arguments are no JSON object', isError: true };
  const { connection, action, fixed } = tool;
  const step = { action: `${connection}.${action}`, input: { ...callArguments, ...fixed } };
  try {
    const output = (await context.call?.({ connection, action, input: step.input })) ?? null;
    steps.push({ ...step, output });
    const text = typeof output === 'string' ? output : toJsonText(output);
    return { id, text: shortened(text, maxResultLength), isError: false };
  } catch (error) {
    if (context.signal.aborted) throw context.signal.reason;
    const text = shortened(error instanceof Error ? error.message : String(error), 2_000);
    steps.push({ ...step, error: text });
    return { id, text, isError: true };
  }
}

function tokensUsed(used: number, max: number): ConnectorError {
  const detail = `The agent has used ${used} tokens of at most ${max} without an answer; raise \`maxTokens\`, or ask for less`;
  return new ConnectorError('runtime', 500, 'Tokens used up', detail);
}
