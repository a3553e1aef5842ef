import type { JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import { didYouMean } from '../../../schemas/nearest.js';
import { findOperation, getOperations } from './document/operations.js';
import { type ApiDocument, isFault, readDocument } from './document/read.js';
import { UnusableError } from './document/references.js';
import { getServer } from './document/servers.js';
import { type ApiRequest, buildApiRequest } from './request/build.js';
import { type Call, getCall } from './request/call.js';

/** Returns the first fault of a description; undefined for one that can be read. */
export function descriptionFault(text: string) {
  const document = readDocument(text);
  return isFault(document) ? document : undefined;
}

/** One operation of a description, for callers that send the request themselves. */
export class DescribedOperation {
  private constructor(
    private readonly document: ApiDocument,
    private readonly call: Call,
    private readonly documentUrl: string | undefined,
  ) {}

  /**
   * Finds an operation by its `operationId`, or by the name of its action.
   * @param documentUrl the address of the description; undefined for a file
   * @throws UnusableError
   */
  static find(text: string, id: string, documentUrl?: string): DescribedOperation {
    const document = readDocument(text);
    if (isFault(document)) throw new UnusableError(document.message);
    const operation = findOperation(document, id);
    if (operation) return new DescribedOperation(document, getCall(document, operation), documentUrl);
    const [hint] = didYouMean(id, getNames(document));
    throw new UnusableError(`the description has no operation \`${id.slice(0, 200)}\``, hint);
  }

  get input(): JsonSchema {
    return this.call.input;
  }

  /** The address before the path. @throws UnusableError */
  get server(): string {
    return getServer(this.document, this.call.operation, { documentUrl: this.documentUrl });
  }

  /** Builds the request, without credentials. @throws UnusableError, ValueError */
  request(parameters: JsonObject): ApiRequest {
    return buildApiRequest(this.call, this.server, parameters);
  }
}

function getNames(document: ApiDocument): string[] {
  return getOperations(document).map(({ id, name }) => id ?? name);
}
