import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import {
  type Actor,
  createUser,
  deleteUser,
  peopleKey,
  type Role,
  setPassword,
  type User,
  updateUser,
  usersQuery,
} from '../../data/people.js';
import { ConfirmDialog, type Question } from '../../parts/confirm-dialog.js';
import { Icon } from '../../parts/icon.js';
import { PagedList } from '../../parts/paged-list.js';
import { RowButton } from '../../parts/row-button.js';
import { RelativeTime } from '../../parts/time.js';
import { showToast } from '../../parts/toasts.js';
import { texts } from '../../texts/texts.js';
import { RightFields, TextField } from './fields.js';
import { PeopleForm } from './people-form.js';

/** The act that the reader began. */
type Task =
  | { verb: 'create' }
  | { verb: 'change' | 'password'; user: User }
  | { verb: 'ask'; question: Question };

/** The people who sign in with a password. @param own the principal who reads the page */
export function UserList({ own }: { own: string | undefined }): ReactElement {
  const list = useInfiniteQuery(usersQuery);
  const [task, setTask] = useState<Task>();
  const close = () => setTask(undefined);
  return (
    <>
      <PagedList
        list={list}
        loading={texts.people.loading}
        none={{ icon: 'person', ...texts.people.none.users }}
        create={{ text: texts.people.newUser, onPress: () => setTask({ verb: 'create' }) }}
      >
        {(user) => <UserItem key={user.name} user={user} isOwn={user.principal === own} onTask={setTask} />}
      </PagedList>
      {task?.verb === 'create' ? <UserForm onClose={close} /> : null}
      {task?.verb === 'change' ? <UserForm user={task.user} onClose={close} /> : null}
      {task?.verb === 'password' ? <PasswordForm user={task.user} onClose={close} /> : null}
      {task?.verb === 'ask' ? (
        <ConfirmDialog question={task.question} changes={peopleKey} onClose={close} />
      ) : null}
    </>
  );
}

function UserItem({
  user,
  isOwn,
  onTask,
}: {
  user: User;
  isOwn: boolean;
  onTask: (task: Task) => void;
}): ReactElement {
  const { name, role, actor, disabled, lastSignInAt } = user;
  const disable: Question = {
    title: texts.people.disableTitle(name),
    detail: texts.people.disableDetail,
    action: texts.people.disable,
    perform: () => updateUser(name, { disabled: true }),
    done: texts.people.disabledDone(name),
  };
  const enable: Question = {
    title: texts.people.enableTitle(name),
    detail: texts.people.enableDetail(texts.people.roles[role]),
    action: texts.people.enable,
    look: 'main',
    perform: () => updateUser(name, { disabled: false }),
    done: texts.people.enabledDone(name),
  };
  const remove: Question = {
    title: texts.actions.deleteTitle(name),
    detail: texts.people.deleteUserDetail,
    action: texts.actions.delete,
    perform: () => deleteUser(name),
    done: texts.actions.deleted(name),
  };
  const actions: [string, Task][] = [
    [texts.people.change, { verb: 'change', user }],
    ...(isOwn
      ? []
      : ([
          [texts.people.password, { verb: 'password', user }],
          disabled
            ? [texts.people.enable, { verb: 'ask', question: enable }]
            : [texts.people.disable, { verb: 'ask', question: disable }],
          [texts.actions.delete, { verb: 'ask', question: remove }],
        ] satisfies [string, Task][])),
  ];
  return (
    <li className="row-item row-stack">
      <div className="row-main">
        <p className="row-title">
          {name}
          {isOwn ? <span className="muted"> {texts.people.you}</span> : null}
        </p>
        <p className="row-facts">
          <span>
            <Icon name="person" />
            {texts.people.roles[role]}
          </span>
          {actor === 'person' ? null : <span>{texts.people.actors[actor]}</span>}
          {disabled ? <span className="status status-small tone-bad">{texts.people.disabled}</span> : null}
          {lastSignInAt === null ? (
            <span>{texts.people.neverSignedIn}</span>
          ) : (
            <span>
              {texts.people.signedIn} <RelativeTime at={lastSignInAt} />
            </span>
          )}
        </p>
      </div>
      <div className="row-side">
        {actions.map(([text, task]) => (
          <RowButton key={text} text={text} subject={name} onPress={() => onTask(task)} />
        ))}
      </div>
    </li>
  );
}

function UserForm({ user, onClose }: { user?: User; onClose: () => void }): ReactElement {
  const [role, setRole] = useState<Role>(user?.role ?? 'viewer');
  const [actor, setActor] = useState<Actor>(user?.actor ?? 'person');
  const perform = async (entered: (name: string) => string) => {
    const name = user?.name ?? entered('name').trim();
    if (user) await updateUser(name, { role, actor });
    else await createUser({ name, role, actor, password: entered('password') });
    showToast('good', texts.people.saved(name));
  };
  return (
    <PeopleForm
      title={user ? texts.people.changeTitle(user.name) : texts.people.newUser}
      lead={user ? texts.people.changeUserLead : texts.people.newUserLead}
      action={user ? texts.actions.save : texts.people.create}
      perform={perform}
      onClose={onClose}
    >
      {user ? null : <TextField label={texts.people.name} name="name" placeholder="ada" required />}
      <RightFields role={role} actor={actor} onRole={setRole} onActor={setActor} />
      {user ? null : <TextField label={texts.people.newPassword} name="password" type="password" required />}
    </PeopleForm>
  );
}

function PasswordForm({ user, onClose }: { user: User; onClose: () => void }): ReactElement {
  const perform = async (entered: (name: string) => string) => {
    await setPassword(user.name, entered('password'));
    showToast('good', texts.people.passwordSet(user.name));
  };
  return (
    <PeopleForm
      title={texts.people.passwordTitle(user.name)}
      lead={texts.people.passwordLead}
      action={texts.actions.save}
      perform={perform}
      onClose={onClose}
    >
      <TextField label={texts.people.newPassword} name="password" type="password" required />
    </PeopleForm>
  );
}
