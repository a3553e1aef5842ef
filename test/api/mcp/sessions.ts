import { expect } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../../../schemas/json/types.js';
import { connectClient, type Reached } from './clients.js';

export interface Answer {
  structuredContent: JsonObject;
  isError?: boolean;
  content: { text: string }[];
}

/** One conversation of an agent, which counts its calls and the characters of the texts that it has to read. */
export class AgentSession {
  calls = 0;
  characters = 0;

  private constructor(readonly client: Awaited<ReturnType<typeof connectClient>>) {}

  static async start(
    reached: Reached,
    path?: string,
    headers?: Record<string, string>,
  ): Promise<AgentSession> {
    return new AgentSession(await connectClient(reached, 'auto', path, headers));
  }

  async call(name: string, args: JsonObject = {}): Promise<Answer> {
    const answer = (await this.client.callTool({ name, arguments: args })) as unknown as Answer;
    this.calls += 1;
    expectSameFacts(answer);
    this.characters += getText(answer).length;
    return answer;
  }

  /** Calls, and repeats a call that asks for consent with the token of its answer. */
  async confirmed(name: string, args: JsonObject): Promise<Answer> {
    const answer = await this.call(name, args);
    const { code, confirm } = answer.structuredContent;
    return code === 'confirmation_required' ? this.call(name, { ...args, confirm: confirm ?? null }) : answer;
  }

  /** The text of an answer, as a model reads it. */
  async told(name: string, args: JsonObject = {}): Promise<string> {
    return getText(await this.call(name, args));
  }
}

function getText({ content }: Answer): string {
  return content.map(({ text }) => text).join('\n');
}

/**
 * The rule for the halves of an answer: its text is one block of YAML, which parses to the structured content. So every
 * scalar of one half is one of the other, under the same name.
 */
export function expectSameFacts(answer: Answer): void {
  expect(answer.content).toHaveLength(1);
  expect(parse(getText(answer))).toEqual(answer.structuredContent);
}

/** Returns what a client gives to its model: some give the text of an answer only, and some the structure only. */
export const halves = {
  text: (answer: Answer): JsonObject => parse(getText(answer)),
  structure: ({ structuredContent }: Answer): JsonObject => structuredContent,
};

/** A flow as an agent writes it after its first call of `describe`: a loop, an error branch, two connections. */
export const checkCustomers = `document: { dsl: '1.0.3', namespace: shop-ops, name: check-customers, version: '1.0.0' }
input:
  schema:
    document:
      type: object
      required: [customers]
      additionalProperties: false
      properties:
        customers: { type: array, items: { type: string } }
do:
  - begin:
      set: { customers: '\${ .customers }', known: [], unknown: [] }
  - checkEach:
      for: { each: id, in: '\${ .customers }' }
      do:
        - checkOne:
            try:
              - read:
                  call: shop.get
                  with: { path: '/customers/{id}', pathParams: { id: '\${ $id }' } }
                  output: { as: '\${ $input + { known: ($input.known + [$id]) } }' }
            catch:
              as: error
              errors: { with: { status: 404 } }
              do:
                - note: { set: '\${ . + { unknown: (.unknown + [$id]) } }' }
  - anyUnknown:
      switch:
        - none: { when: '\${ (.unknown | length) == 0 }', then: end }
        - some: { then: fileTicket }
  - fileTicket:
      call: desk.post
      with:
        path: /tickets
        body: { title: '\${ "Unknown customers: " + (.unknown | join(", ")) }', priority: normal }
      output: { as: '\${ $input + { ticket: .id } }' }
`;
