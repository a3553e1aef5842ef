import type { JsonObject } from '../../../schemas/json/types.js';
import { connectClient, type Reached } from './clients.js';

export interface Answer {
  structuredContent: JsonObject;
  isError?: boolean;
  content: { text: string }[];
}

/** One conversation of an agent, which counts its calls and the characters that it has to read. */
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
    this.characters += JSON.stringify(answer).length;
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
    const { content } = await this.call(name, args);
    return content.map(({ text }) => text).join('\n');
  }
}

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
