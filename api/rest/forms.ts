import type { FastifyInstance } from 'fastify';
import { Problem } from '../../controller/problems/index.js';

export const formType = 'application/x-www-form-urlencoded';

/** Bodies of the type `application/x-www-form-urlencoded`, each field once (RFC 6749, 3.2). */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser<string>(formType, { parseAs: 'string' }, (_request, body, done) => {
    const fields = [...new URLSearchParams(body)];
    const names = fields.map(([name]) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice === undefined) done(null, Object.fromEntries(fields));
    else done(new Problem('request_invalid', `The field \`${twice.slice(0, 100)}\` is given twice`));
  });
}
