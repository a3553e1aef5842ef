import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr, pointerTo } from '../../../schemas/json/values.js';
import type { WebhookCheck, WebhookPlan, WebhookSignature } from '../../flows/index.js';
import { isInstallationSecret } from '../../security/policy/secret-reference.js';
import type { CompileFinding } from '../compile/compilation.js';
import { durationField } from '../compile/fields.js';
import { compileChecked, eventMembers } from './input.js';

/** Compiles `webhook` of a trigger that fits its schema. */
export function compileWebhook(webhook: JsonObject, findings: CompileFinding[]): WebhookPlan | undefined {
  const { path, respond, dedupe } = webhook;
  const signatureField = objectOr(webhook['signature']);
  const getEventKey =
    dedupe === undefined
      ? undefined
      : compileChecked(dedupe, '/webhook/dedupe', findings, eventMembers.webhook);
  const signature =
    signatureField['scheme'] === 'none' ? undefined : computeSignature(signatureField, findings);
  if (signature && isInstallationSecret(signature.secret))
    findings.push(reserved(signature.secret, '/webhook/signature/secret'));
  if (typeof dedupe === 'string' && !dedupe.includes('${')) findings.push(constant);
  if (getEventKey === undefined && (!signature || withoutId.includes(signature.scheme)))
    findings.push(repeated);
  return {
    path: String(path),
    signature,
    check: webhook['verify'] === undefined ? undefined : compileCheck(objectOr(webhook['verify']), findings),
    getEventKey,
    respond: respond === 'output' ? 'output' : 'accepted',
  };
}

/** Schemes whose deliveries have no id. */
const withoutId: readonly WebhookSignature['scheme'][] = ['hmac', 'basic', 'header'];

/** Compiles `webhook.verify`. */
function compileCheck(verify: JsonObject, findings: CompileFinding[]): WebhookCheck {
  const query = objectOr(verify['query']) as WebhookCheck['query'];
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string' || !isInstallationSecret(value.secret)) continue;
    findings.push(reserved(value.secret, `${pointerTo('/webhook/verify/query', name)}/secret`));
  }
  const members = ['method', 'path', 'query'];
  return {
    query,
    getAnswer: compileChecked(verify['answer'] ?? null, '/webhook/verify/answer', findings, members),
  };
}

const constant: CompileFinding = {
  rule: 'field-invalid',
  severity: 'error',
  pointer: '/webhook/dedupe',
  message: 'every delivery has this id, so that only the first one would start the flow',
  hint: 'Write an expression over the request, such as `${ .headers["x-delivery-id"] }`.',
};

const repeated: CompileFinding = {
  rule: 'delivery-repeated',
  severity: 'warning',
  pointer: '/webhook',
  message: 'a delivery that the sender repeats starts the flow again: the scheme has no id of deliveries',
  hint: 'Name the id with `dedupe`, such as `${ .headers["x-delivery-id"] }`.',
};

function reserved(path: string, pointer: string): CompileFinding {
  return {
    rule: 'secret-reserved',
    severity: 'error',
    pointer,
    message: `the secret \`${path}\` is one of the installation, which triggers cannot use`,
    hint: 'Store the secret under a path that does not begin with `platform/`.',
  };
}

function computeSignature(definition: JsonObject, findings: CompileFinding[]): WebhookSignature {
  const { scheme, secret, key, header, algorithm, encoding, prefix, timestampHeader, tolerance } = definition;
  const text = (value: Json | undefined) => (typeof value === 'string' ? value : undefined);
  return {
    scheme: scheme as WebhookSignature['scheme'],
    secret: text(secret) ?? '',
    key: text(key) ?? '',
    toleranceMs: durationField(tolerance, '/webhook/signature/tolerance', findings),
    header: text(header) ?? '',
    algorithm: (algorithm ?? 'sha256') as WebhookSignature['algorithm'],
    encoding: encoding === 'base64' ? 'base64' : 'hex',
    prefix: text(prefix),
    timestampHeader: text(timestampHeader),
  };
}
