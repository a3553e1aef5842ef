import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { linkRoutes } from '../../api/forms/link-routes.js';
import { openApiDocument } from '../../api/openapi/document.js';
import { routes } from '../../api/operations/registry.js';
import { signInRoutes } from '../../api/operations/sign-in/routes.js';

// The types of the console's client, from the document that the service serves. They are not kept in
// Git, because every change of an operation changes them; the type check of the console writes them first.

const folder = join(import.meta.dirname, '../../api/console/generated');
const document = openApiDocument([...routes, ...signInRoutes, ...linkRoutes], {
  version: '0.0.0',
  baseUrl: 'http://localhost',
});
const types = await openapiTypescript(document as unknown as OpenAPI3);

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'api.ts'), astToString(types));
