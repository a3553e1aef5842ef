import { catalog, toHintBody } from '../../../controller/problems/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { requestText } from '../../rest/call-text.js';
import { blocks, jsonBlock } from '../topics/markdown.js';
import type { Topic } from '../topics/topic.js';

const retries = {
  never: 'The same call fails again until its cause is fixed.',
  wait: 'Wait, then try the same call again.',
  backoff: 'Try the same call again, and wait longer before each attempt.',
} as const;

/** One page for each problem of the catalog. */
export function errorTopics(): Topic[] {
  return Object.entries(catalog).map(([code, { status, title, retry, hint }]) => {
    const hintBody = toHintBody(hint, requestText);
    return {
      name: `error.${code}`,
      title: code,
      summary: `${title}.`,
      text: blocks(
        `- HTTP status: ${status}\n- Retry: ${retries[retry]}`,
        `## What to do\n\n${hintBody.text}`,
        '## As an answer',
        jsonBlock({
          type: `http://127.0.0.1:7420/api/v1/platform/errors/${code}`,
          title,
          status,
          detail: '…',
          instance: '…',
          code,
          hints: [hintBody as unknown as JsonObject],
        }),
      ),
    };
  });
}
