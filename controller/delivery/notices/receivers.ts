import type { JsonObject } from '../../../schemas/json/types.js';
import { isSuccess, post } from '../../http-client/post.js';
import { computeSignature } from '../events/webhooks.js';
import type { Notice } from './notice.js';
import type { SendNotice } from './notices.js';

/** Posts messages as JSON; signed as Standard Webhooks are, where there is a secret. */
export function webhookReceiver({ Url, Secret }: { Url: string; Secret?: string | undefined }): SendNotice {
  return async (notice, signal) => {
    const body = JSON.stringify(notice);
    const id = `${notice.cause}-${notice.since}-${notice.count}`;
    const signature = Secret === undefined ? {} : computeSignature({ id, body }, Secret);
    const headers = { 'content-type': 'application/json', ...signature };
    const status = await post(Url, { headers, body, signal });
    if (!isSuccess(status)) throw new Error(`The address of \`Notify.Webhook\` answered ${status}`);
  };
}

/** Returns the arguments of `send` of an `smtp` connection. */
export function formatMail(
  { To, From }: { To: readonly string[]; From?: string | undefined },
  { title, text }: Notice,
): JsonObject {
  return { to: [...To], subject: title, text, ...(From === undefined ? {} : { from: From }) };
}
