import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useId, useState } from 'react';
import { useBranch } from '../../data/branches.js';
import { environmentsQuery } from '../../data/environments.js';
import { flowNamesQuery } from '../../data/flows.js';
import { createShare, deleteShare, peopleKey, type Share, sharesQuery } from '../../data/people.js';
import { ConfirmDialog, type Question } from '../../parts/confirm-dialog.js';
import { Icon } from '../../parts/icon.js';
import { PagedList } from '../../parts/paged-list.js';
import { RowButton } from '../../parts/row-button.js';
import type { Tone } from '../../parts/status.js';
import { texts } from '../../texts/texts.js';
import { Expiry } from './expiry.js';
import { ChoiceField, type Lifetime, LifetimeField, TextField, toExpiry } from './fields.js';
import { PeopleForm } from './people-form.js';
import { type Issued, type IssuingFormProps, ShownOnce } from './shown-once.js';

const tones: Record<Share['state'], Tone> = {
  active: 'good',
  'used-up': 'bad',
  expired: 'bad',
  ended: 'bad',
};

/** The links that let their holders run a flow without signing in. */
export function ShareList({ mayShare }: { mayShare: boolean }): ReactElement {
  const list = useInfiniteQuery(sharesQuery);
  const [isCreating, setCreating] = useState(false);
  const [question, setQuestion] = useState<Question>();
  const [issued, setIssued] = useState<Issued>();
  return (
    <>
      <PagedList
        list={list}
        loading={texts.people.loading}
        none={{ icon: 'link', ...texts.people.none.shares }}
        {...(mayShare ? { create: { text: texts.people.newShare, onPress: () => setCreating(true) } } : {})}
      >
        {(share) => <ShareItem key={share.name} share={share} onAsk={setQuestion} />}
      </PagedList>
      {isCreating ? <ShareForm onClose={() => setCreating(false)} onIssued={setIssued} /> : null}
      {question ? (
        <ConfirmDialog question={question} changes={peopleKey} onClose={() => setQuestion(undefined)} />
      ) : null}
      {issued ? <ShownOnce issued={issued} onClose={() => setIssued(undefined)} /> : null}
    </>
  );
}

function ShareItem({ share, onAsk }: { share: Share; onAsk: (question: Question) => void }): ReactElement {
  const { name, branch, flow, environment, rights, state, uses, maxUses, expiresAt, createdBy } = share;
  const remove: Question = {
    title: texts.people.revokeTitle(name),
    detail: texts.people.revokeDetail(flow),
    action: texts.people.revoke,
    perform: () => deleteShare(name),
    done: texts.people.revoked(name),
  };
  return (
    <li className="row-item row-stack">
      <div className="row-main">
        <p className="row-title">{name}</p>
        <p className="row-facts">
          <span className={`status status-small tone-${tones[state]}`}>
            {texts.people.shareStates[state]}
          </span>
          <Link to="/flows/$flow" params={{ flow }} search={{ branch }} className="item-link">
            {flow}
          </Link>
          <span>
            <Icon name="branch" />
            {environment === null ? branch : `${branch}, ${environment}`}
          </span>
          <span>{rights.map((right) => texts.people.rights[right]).join(', ')}</span>
          <span>{texts.people.uses(uses, maxUses)}</span>
          <Expiry at={expiresAt} isOver={state === 'expired'} />
          <span>{texts.people.by(createdBy)}</span>
        </p>
      </div>
      <div className="row-side">
        <RowButton text={texts.people.revoke} subject={name} onPress={() => onAsk(remove)} />
      </div>
    </li>
  );
}

function ShareForm({ onClose, onIssued }: IssuingFormProps): ReactElement {
  const id = useId();
  const branch = useBranch();
  const flows = useQuery(flowNamesQuery(branch)).data ?? [];
  const environments = useQuery(environmentsQuery(branch)).data ?? [];
  const [rights, setRights] = useState<'run' | 'run-read'>('run-read');
  const [lifetime, setLifetime] = useState<Lifetime>('30');
  const perform = async (entered: (name: string) => string) => {
    const maxUses = entered('maxUses');
    const name = entered('name').trim();
    const path = await createShare({
      name,
      branch: branch ?? '',
      flow: entered('flow').trim(),
      environment: entered('environment') || undefined,
      rights: rights === 'run' ? ['run'] : ['run', 'read'],
      expiresAt: toExpiry(lifetime),
      maxUses: maxUses === '' ? null : Number(maxUses),
    });
    onIssued({
      title: texts.people.newShareTitle(name),
      value: new URL(path, location.origin).href,
      note: texts.people.shareOnce,
    });
  };
  return (
    <PeopleForm
      title={texts.people.newShare}
      lead={texts.people.newShareLead}
      action={texts.people.create}
      perform={perform}
      onClose={onClose}
    >
      <TextField label={texts.people.name} name="name" placeholder="partner" required />
      <div className="field">
        <label htmlFor={`${id}-flow`}>{texts.people.flow}</label>
        <input
          id={`${id}-flow`}
          name="flow"
          className="input"
          list={`${id}-flows`}
          required
          spellCheck={false}
          autoComplete="off"
        />
        <datalist id={`${id}-flows`}>
          {flows.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      {environments.length > 0 ? (
        <div className="field">
          <label htmlFor={`${id}-environment`}>{texts.people.environment}</label>
          <select id={`${id}-environment`} name="environment" className="select">
            <option value="">{texts.people.usualEnvironment}</option>
            {environments.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </div>
      ) : null}
      <ChoiceField
        label={texts.people.holderMay}
        values={['run', 'run-read']}
        value={rights}
        words={texts.people.holderRights}
        onChange={setRights}
      />
      <LifetimeField value={lifetime} onChange={setLifetime} />
      <TextField label={texts.people.maxUses} name="maxUses" type="number" min={1} max={1_000_000}>
        <p className="row-note">{texts.people.maxUsesNote}</p>
      </TextField>
    </PeopleForm>
  );
}
