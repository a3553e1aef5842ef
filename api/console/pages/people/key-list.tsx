import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import {
  type Actor,
  type ApiKey,
  apiKeysQuery,
  createApiKey,
  deleteApiKey,
  type Role,
  rotateApiKey,
} from '../../data/people.js';
import { Icon } from '../../parts/icon.js';
import { RelativeTime } from '../../parts/time.js';
import { texts } from '../../texts/texts.js';
import { ConfirmDialog, type Question } from './confirm-dialog.js';
import { type Lifetime, LifetimeField, RightFields, TextField, toExpiry } from './fields.js';
import { PeopleForm } from './people-form.js';
import { PeopleList } from './people-list.js';
import { type Issued, ShownOnce } from './shown-once.js';

/** The act that the reader began. */
type Task = { verb: 'create' } | { verb: 'rotate'; apiKey: ApiKey } | { verb: 'ask'; question: Question };

/** The keys of programs and agents. */
export function KeyList(): ReactElement {
  const list = useInfiniteQuery(apiKeysQuery);
  const [task, setTask] = useState<Task>();
  const [issued, setIssued] = useState<Issued>();
  const close = () => setTask(undefined);
  return (
    <>
      <PeopleList
        list={list}
        none={{ icon: 'key', ...texts.people.none.keys }}
        create={{ text: texts.people.newKey, onPress: () => setTask({ verb: 'create' }) }}
      >
        {(apiKey) => <KeyItem key={apiKey.id} apiKey={apiKey} onTask={setTask} />}
      </PeopleList>
      {task?.verb === 'create' ? <KeyForm onClose={close} onIssued={setIssued} /> : null}
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
      {task?.verb === 'ask' ? <ConfirmDialog question={task.question} onClose={close} /> : null}
      {issued ? <ShownOnce issued={issued} onClose={() => setIssued(undefined)} /> : null}
    </>
  );
}

function KeyItem({ apiKey, onTask }: { apiKey: ApiKey; onTask: (task: Task) => void }): ReactElement {
  const { id, name, role, actor, createdBy, expiresAt, lastUsedAt } = apiKey;
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const remove: Question = {
    title: texts.secrets.deleteTitle(name),
    detail: texts.people.deleteKeyDetail,
    action: texts.secrets.delete,
    perform: () => deleteApiKey(id),
    done: texts.secrets.deleted(name),
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
      </div>
      <div className="row-side">
        <button
          type="button"
          className="button button-small"
          aria-label={`${texts.people.rotate}: ${name}`}
          onClick={() => onTask({ verb: 'rotate', apiKey })}
        >
          <Icon name="refresh" />
          {texts.people.rotate}
        </button>
        <button
          type="button"
          className="button button-small"
          aria-label={`${texts.secrets.delete}: ${name}`}
          onClick={() => onTask({ verb: 'ask', question: remove })}
        >
          {texts.secrets.delete}
        </button>
      </div>
    </li>
  );
}

/** When a key or a link ends, or that it has. */
export function Expiry({ at, isOver }: { at: string | null; isOver: boolean }): ReactElement {
  if (at === null) return <span>{texts.people.noEnd}</span>;
  return (
    <span className={isOver ? 'status status-small tone-bad' : undefined}>
      {isOver ? texts.people.ended : texts.people.ends} <RelativeTime at={at} />
    </span>
  );
}

function KeyForm({
  onClose,
  onIssued,
}: {
  onClose: () => void;
  onIssued: (issued: Issued) => void;
}): ReactElement {
  const [role, setRole] = useState<Role>('viewer');
  const [actor, setActor] = useState<Actor>('service');
  const [lifetime, setLifetime] = useState<Lifetime>('90');
  const perform = async (entered: (name: string) => string) => {
    const name = entered('name');
    const key = await createApiKey({ name, role, actor, expiresAt: toExpiry(lifetime) });
    onIssued({ title: texts.people.newKeyTitle(name), value: key, note: texts.people.keyOnce });
  };
  return (
    <PeopleForm title={texts.people.newKey} action={texts.people.create} perform={perform} onClose={onClose}>
      <TextField label={texts.people.name} name="name" placeholder="crm" required />
      <RightFields role={role} actor={actor} onRole={setRole} onActor={setActor} />
      <LifetimeField value={lifetime} onChange={setLifetime} />
    </PeopleForm>
  );
}
