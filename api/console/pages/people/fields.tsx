import { type ReactElement, type ReactNode, useId } from 'react';
import type { Actor, Role } from '../../data/people.js';
import { texts } from '../../texts/texts.js';

interface ChoiceFieldProps<Value extends string> {
  label: string;
  values: readonly Value[];
  value: Value;
  /** The word for each value, and a sentence on what it means where that needs one. */
  words: Readonly<Record<Value, string>>;
  notes?: Readonly<Record<Value, string>>;
  onChange: (value: Value) => void;
}

const roles: readonly Role[] = ['viewer', 'operator', 'editor', 'admin'];
const actors: readonly Actor[] = ['person', 'service', 'agent'];

/** One of a few values, with what the chosen one means. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>): ReactElement {
  const { label, values, value, words, notes, onChange } = props;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="select"
        value={value}
        aria-describedby={notes ? `${id}-note` : undefined}
        onChange={({ target }) => onChange(target.value as Value)}
      >
        {values.map((each) => (
          <option key={each} value={each}>
            {words[each]}
          </option>
        ))}
      </select>
      {notes ? (
        <p id={`${id}-note`} className="row-note">
          {notes[value]}
        </p>
      ) : null}
    </div>
  );
}

/** The rights and the nature: what a person or a program may do, and what it is. */
export function RightFields({
  role,
  actor,
  onRole,
  onActor,
}: {
  role: Role;
  actor: Actor;
  onRole: (role: Role) => void;
  onActor: (actor: Actor) => void;
}): ReactElement {
  return (
    <>
      <ChoiceField
        label={texts.people.role}
        values={roles}
        value={role}
        words={texts.people.roles}
        notes={texts.people.roleNotes}
        onChange={onRole}
      />
      <ChoiceField
        label={texts.people.actor}
        values={actors}
        value={actor}
        words={texts.people.actors}
        notes={texts.people.actorNotes}
        onChange={onActor}
      />
    </>
  );
}

/** A text that the form has under `name`. */
export function TextField({
  label,
  name,
  children,
  ...rest
}: {
  label: string;
  name: string;
  children?: ReactNode;
  type?: 'text' | 'password' | 'number';
  placeholder?: string;
  defaultValue?: string;
  required?: boolean;
  min?: number;
  max?: number;
}): ReactElement {
  const id = useId();
  const autoComplete = rest.type === 'password' ? 'new-password' : 'off';
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} name={name} className="input" spellCheck={false} autoComplete={autoComplete} {...rest} />
      {children}
    </div>
  );
}

const lifetimes = ['7', '30', '90', '365', 'never'] as const;
export type Lifetime = (typeof lifetimes)[number];

/** How long a key or a link works. */
export function LifetimeField({
  value,
  onChange,
}: {
  value: Lifetime;
  onChange: (value: Lifetime) => void;
}): ReactElement {
  return (
    <ChoiceField
      label={texts.people.worksFor}
      values={lifetimes}
      value={value}
      words={texts.people.lifetimes}
      onChange={onChange}
    />
  );
}

/** Returns the end of a lifetime that begins now, as RFC 3339; null for one without an end. */
export function toExpiry(lifetime: Lifetime): string | null {
  return lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * 86_400_000).toISOString();
}
