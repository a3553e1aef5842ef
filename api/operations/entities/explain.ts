import type { EntityRecord, FileOrigin, Snapshot } from '../../../controller/catalog/index.js';
import { LOCAL } from '../../../controller/sources/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { isObject, member, objectOr, pointerTo } from '../../../schemas/json/values.js';
import { getAccess } from '../shared/authorization.js';
import type { OperationContext } from '../shared/operation.js';
import { getUsers } from './users.js';

interface Address {
  type: string;
  name: string;
}

/** Tells where an entity comes from; null while no version of it was ever valid. Names fields, never their values. */
export function explain(context: OperationContext, snapshot: Snapshot, { type, name }: Address) {
  const record = snapshot.get(type, name);
  const origin = snapshot.origin(type, name);
  if (!record || !origin) return null;
  const place = placesIn(context, snapshot);
  const { hides, ...file } = place(origin);
  const texts = new Map([...origin.texts].map(([field, text]) => [field, place(text)]));
  const below = lowerVersion(context, snapshot, { type, name });
  const fields = getFields(record.definition, [...texts.keys()]).map((field) => {
    const { branch, path } = texts.get(field) ?? file;
    return { pointer: pointerTo('', field), branch, path, change: getChange(record, below, field) };
  });
  const removed = below
    ? removedFrom(record, below).map((field) => ({ ...field, branch: file.branch, path: file.path }))
    : [];
  return {
    ...file,
    revision: record.revision,
    newest: origin.isNewest,
    hides: [...hides, ...[...texts.values()].flatMap((text) => text.hides)],
    fields: [...fields, ...removed],
    references: record.references.map((reference) => {
      const target = visibleOrigin(context, snapshot, { type: reference.kind, name: reference.name });
      const { hides: hidden = [], ...explanation } = target ? place(target) : {};
      return {
        pointer: reference.pointer,
        type: reference.kind,
        name: reference.name,
        file: target ? explanation : null,
        hides: hidden,
      };
    }),
    overriddenBy: type === 'connection' ? getOverrides(context, snapshot, name, place) : [],
    usedBy: getUsers(context, snapshot, { type, name }),
  };
}

type Place = (origin: FileOrigin) => {
  branch: string;
  path: string;
  blob: string;
  hides: { branch: string; path: string; blob: string }[];
};

/** Names the branch and path of a file; a file of `local` that is not in the overlay belongs to production. */
function placesIn({ controller }: OperationContext, { branch }: Snapshot): Place {
  const { production } = controller.branches;
  return ({ path, blobId, isOverlay, hides }) => ({
    branch: branch === LOCAL && !isOverlay ? production : branch,
    path,
    blob: blobId,
    hides: hides.map((hidden) => ({ branch: production, path: hidden.path, blob: hidden.blobId })),
  });
}

function visibleOrigin(context: OperationContext, snapshot: Snapshot, { type, name }: Address) {
  const mayBeSeen = getAccess(context).may('viewer', { branch: snapshot.branch, type, name });
  return mayBeSeen ? snapshot.origin(type, name) : undefined;
}

/** The version that production has, where the caller may see it. */
function lowerVersion(context: OperationContext, snapshot: Snapshot, { type, name }: Address) {
  if (snapshot.branch !== LOCAL) return undefined;
  const { reconciler, branches } = context.controller;
  const branch = branches.production;
  if (!getAccess(context).may('viewer', { branch, type, name })) return undefined;
  return reconciler.peek(branch)?.get(type, name);
}

function getFields(definition: JsonObject, texts: readonly string[]): string[] {
  return [...new Set([...Object.keys(definition), ...texts])];
}

function getChange(record: EntityRecord, below: EntityRecord | undefined, field: string) {
  if (!below) return null;
  const [before, after] = [below, record].map((version) => textIn(version, field));
  if (before === undefined) return 'added';
  return before === after ? null : 'changed';
}

function removedFrom(record: EntityRecord, below: EntityRecord) {
  const present = new Set(getFields(record.definition, [...record.attachments.keys()]));
  const gone = getFields(below.definition, [...below.attachments.keys()]).filter(
    (field) => !present.has(field),
  );
  return gone.map((field) => ({ pointer: pointerTo('', field), change: 'removed' as const }));
}

/** The value of a field as text, for comparison; the order of keys counts, as it does in the file. */
function textIn(record: EntityRecord, field: string): string | undefined {
  return record.attachments.get(field)?.blobId ?? JSON.stringify(record.definition[field]);
}

function getOverrides(context: OperationContext, snapshot: Snapshot, connection: string, place: Place) {
  return snapshot.list('environment').flatMap(({ name, definition }) => {
    const overrides = member(objectOr(member(definition, 'connections')), connection);
    const origin = isObject(overrides)
      ? visibleOrigin(context, snapshot, { type: 'environment', name })
      : undefined;
    if (!isObject(overrides) || !origin) return [];
    const { branch, path } = place(origin);
    const pointers = Object.keys(overrides).map((field) => pointerTo('', field));
    return [{ environment: name, branch, path, pointers }];
  });
}
