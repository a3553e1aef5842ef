import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { TokenUsage } from '../contract/connector.js';

/** A call of a tool that a model asks for. */
export interface ToolCall {
  id: string;
  name: string;
  /** Undefined when the model wrote no JSON object. */
  arguments: JsonObject | undefined;
}

/** The answer of a tool. */
export interface ToolResult {
  id: string;
  text: string;
  isError: boolean;
}

/** One part of a conversation, in the words of no API. */
export type ChatMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: readonly ToolCall[] }
  | { role: 'tool'; results: readonly ToolResult[] };

/** A tool as models see it. */
export interface ToolSpec {
  name: string;
  description: string;
  schema: JsonObject;
}

export interface ChatRequest {
  model: string;
  maxTokens: number;
  system?: string | undefined;
  temperature?: number | undefined;
  stop?: readonly string[] | undefined;
  messages: readonly ChatMessage[];
  tools?: readonly ToolSpec[];
  /** False: the model answers with a text, although it sees the tools. */
  mayCall?: boolean;
  /** The schema of an object that the answer must be. */
  answer?: JsonObject;
}

export interface ChatAnswer {
  text: string;
  calls: readonly ToolCall[];
  /** `stop`, `length`, `tool`, `filtered`, or the word of the API. */
  finishReason: string;
  usage: TokenUsage;
  model: string;
}

/** An API of language models. */
export interface ChatApi {
  /** The public server. */
  address: string;
  path: string;
  headers(apiKey: string | undefined): Record<string, string>;
  encode(request: ChatRequest, isPublic: boolean): JsonObject;
  /** @throws ConnectorError for an answer of another form */
  decode(answer: Json): ChatAnswer;
}

/** The name of the tool whose arguments are the answer, where the API has no other mechanism for that. */
export const answerTool = 'answer';
