import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import {
  type Actor,
  type ApiKey,
  apiKeysQuery,
  createApiKey,
  deleteApiKey,
  peopleKey,
  type Role,
  rotateApiKey,
  type Scopes,
  updateApiKey,
} from '../../data/people.js';
import { ConfirmDialog, type Question } from '../../parts/confirm-dialog.js';
import { Icon } from '../../parts/icon.js';
import { PagedList } from '../../parts/paged-list.js';
import { RowButton } from '../../parts/row-button.js';
import { RelativeTime } from '../../parts/time.js';
import { texts } from '../../texts/texts.js';
import { Expiry } from './expiry.js';
import { type Lifetime, LifetimeField, RightFields, TextField, toExpiry } from './fields.js';
import { PeopleForm } from './people-form.js';
import { listScopes, readScopes, ScopeFields } from './scope-fields.js';
import { type Issued, type IssuingFormProps, ShownOnce } from './shown-once.js';

/** The act that the reader began. */
type Task =
  | { verb: 'create' }
  | { verb: 'rotate' | 'change'; apiKey: ApiKey }
  | { verb: 'ask'; question: Question };

/** The keys of programs and agents. */
export function KeyList(): ReactElement {
  const list = useInfiniteQuery(apiKeysQuery);
  const [task, setTask] = useState<Task>();
  const [issued, setIssued] = useState<Issued>();
  const close = () => setTask(undefined);
  return (
    <>
      <PagedList
        list={list}
        loading={texts.people.loading}
        none={{ icon: 'key', ...texts.people.none.keys }}
        create={{ text: texts.people.newKey, onPress: () => setTask({ verb: 'create' }) }}
      >
        {(apiKey) => <KeyItem key={apiKey.id} apiKey={apiKey} onTask={setTask} />}
      </PagedList>
      {task?.verb === 'create' ? <KeyForm onClose={close} onIssued={setIssued} /> : null}
      {task?.verb === 'change' ? <KeyForm apiKey={task.apiKey} onClose={close} onIssued={setIssued} /> : null}
      {task?.verb === 'rotate' ? (
        <PeopleForm
          title={texts.people.rotateTitle(task.apiKey.name)}
          lead={texts.people.rotateLead}
          action={texts.people.rotate}
          perform={async () => {
            const key = await rotateApiKey(task.apiKey.id);
            setIssued({
              title: texts.people.newKeyTitle(task.apiKey.name),
              value: key,
              note: texts.people.keyOnce,
            });
          }}
          onClose={close}
        />
      ) : null}
      {task?.verb === 'ask' ? (
        <ConfirmDialog question={task.question} changes={peopleKey} onClose={close} />
      ) : null}
      {issued ? <ShownOnce issued={issued} onClose={() => setIssued(undefined)} /> : null}
    </>
  );
}

function KeyItem({ apiKey, onTask }: { apiKey: ApiKey; onTask: (task: Task) => void }): ReactElement {
  const { id, name, role, actor, scopes, createdBy, expiresAt, lastUsedAt } = apiKey;
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const remove: Question = {
    title: texts.actions.deleteTitle(name),
    detail: texts.people.deleteKeyDetail,
    action: texts.actions.delete,
    perform: () => deleteApiKey(id),
    done: texts.actions.deleted(name),
  };
  return (
    <li className="row-item row-stack">
      <div className="row-main">
        <p className="row-title">{name}</p>
        <p className="row-facts">
          <span>
            <Icon name="key" />
            {texts.people.roles[role]}
          </span>
          <span>{texts.people.actors[actor]}</span>
          {createdBy === null ? null : <span>{texts.people.by(createdBy)}</span>}
          <Expiry at={expiresAt} isOver={isOver} />
          {lastUsedAt === null ? (
            <span>{texts.people.neverUsed}</span>
          ) : (
            <span>
              {texts.people.used} <RelativeTime at={lastUsedAt} />
            </span>
          )}
        </p>
        {scopes ? (
          <p className="row-facts">
            {listScopes(scopes).map((scope) => (
              <span key={scope} className="scope">
                {scope}
              </span>
            ))}
          </p>
        ) : null}
      </div>
      <div className="row-side">
        <RowButton
          text={texts.people.change}
          subject={name}
          onPress={() => onTask({ verb: 'change', apiKey })}
        />
        <RowButton
          text={texts.people.rotate}
          subject={name}
          icon="refresh"
          onPress={() => onTask({ verb: 'rotate', apiKey })}
        />
        <RowButton
          text={texts.actions.delete}
          subject={name}
          onPress={() => onTask({ verb: 'ask', question: remove })}
        />
      </div>
    </li>
  );
}

/** @param apiKey the key that is changed; a new one where it is left out */
function KeyForm({ apiKey, onClose, onIssued }: IssuingFormProps & { apiKey?: ApiKey }): ReactElement {
  const [role, setRole] = useState<Role>(apiKey?.role ?? 'viewer');
  const [actor, setActor] = useState<Actor>(apiKey?.actor ?? 'service');
  const [lifetime, setLifetime] = useState<Lifetime>('90');
  const [effects, setEffects] = useState<Scopes['effects']>(apiKey?.scopes?.effects);
  const perform = async (entered: (name: string) => string) => {
    const scopes = readScopes(entered, effects);
    if (apiKey) return updateApiKey(apiKey.id, { role, actor, scopes });
    const name = entered('name').trim();
    const key = await createApiKey({ name, role, actor, scopes, expiresAt: toExpiry(lifetime) });
    return onIssued({ title: texts.people.newKeyTitle(name), value: key, note: texts.people.keyOnce });
  };
  return (
    <PeopleForm
      title={apiKey ? texts.people.changeTitle(apiKey.name) : texts.people.newKey}
      lead={apiKey ? texts.people.changeKeyLead : texts.people.newKeyLead}
      action={apiKey ? texts.actions.save : texts.people.create}
      perform={perform}
      onClose={onClose}
    >
      {apiKey ? null : <TextField label={texts.people.name} name="name" placeholder="crm" required />}
      <RightFields role={role} actor={actor} onRole={setRole} onActor={setActor} />
      {apiKey ? null : <LifetimeField value={lifetime} onChange={setLifetime} />}
      <ScopeFields scopes={apiKey?.scopes ?? null} chosen={effects} onChosen={setEffects} />
    </PeopleForm>
  );
}
