import { pageFields } from './fields.js';
import { setLocation } from './location.js';
import type { Operation } from './operation.js';
import type { storedEntity } from './platform-entities.js';
import { asEntityRoutes, entityPath, platformPath, type Route, route } from './route.js';

/** Query of every write to an entity in the database. */
export const writeQuery = ['dryRun'];

/** Answer of a deletion: nothing, or with `dryRun` what would be deleted. */
export const deletion = { query: writeQuery, statuses: [200, 204] };

/** The bodies that change an entity. @param fields the input property that a merge patch is, or those that are its members */
export function patchBodies(fields: string | readonly string[]): NonNullable<Route['bodies']> {
  return {
    'application/merge-patch+json': fields,
    'application/json-patch+json': 'jsonPatch',
    'application/json': fields,
  };
}

/** The routes of a type, under its plural and under `entities/platform`. */
export function storedEntityRoutes(
  entity: ReturnType<typeof storedEntity>,
  plural: string,
  more: (path: string) => readonly Route[] = () => [],
): Route[] {
  const routesAt = (path: string): Route[] => [
    route('GET', path, entity.list, { query: Object.keys(pageFields) }),
    route('POST', path, entity.create, {
      query: writeQuery,
      body: getContents(entity.create),
      statuses: [200, 201],
      respond(_request, reply, { value, outcome }): undefined {
        if (outcome !== 'created') return;
        const name = (value as Record<string, string>)[entity.named] ?? '';
        setLocation(reply, `${path}/${encodeURIComponent(name)}`).header('cache-control', 'no-store');
      },
    }),
    route('GET', `${path}/:${entity.named}`, entity.read),
    route('PATCH', `${path}/:${entity.named}`, entity.update, {
      query: writeQuery,
      bodies: patchBodies(getContents(entity.update).filter((name) => name !== entity.named)),
    }),
    route('DELETE', `${path}/:${entity.named}`, entity.delete, deletion),
    ...more(path),
  ];
  return [...routesAt(`${platformPath}/${plural}`), ...asEntityRoutes(routesAt(entityPath(entity.type)))];
}

/** The input properties that state what an entity is. */
function getContents({ input }: Operation): string[] {
  return Object.keys(input.properties).filter((name) => name !== 'dryRun' && name !== 'jsonPatch');
}
