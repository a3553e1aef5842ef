import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { type ClientGrant, clientGrantsQuery, peopleKey, revokeClientGrant } from '../../data/people.js';
import { ConfirmDialog, type Question } from '../../parts/confirm-dialog.js';
import { PagedList } from '../../parts/paged-list.js';
import { RowButton } from '../../parts/row-button.js';
import { RelativeTime } from '../../parts/time.js';
import { texts } from '../../texts/texts.js';
import { Expiry } from './expiry.js';

/** The assistants and terminals that people have given access to. */
export function GrantList(): ReactElement {
  const list = useInfiniteQuery(clientGrantsQuery);
  const [question, setQuestion] = useState<Question>();
  return (
    <>
      <PagedList
        list={list}
        loading={texts.people.loading}
        none={{ icon: 'plug', ...texts.people.none.grants }}
      >
        {(grant) => <GrantItem key={grant.id} grant={grant} onAsk={setQuestion} />}
      </PagedList>
      {question ? (
        <ConfirmDialog question={question} changes={peopleKey} onClose={() => setQuestion(undefined)} />
      ) : null}
    </>
  );
}

function GrantItem({
  grant,
  onAsk,
}: {
  grant: ClientGrant;
  onAsk: (question: Question) => void;
}): ReactElement {
  const { id, client, principal, actor, role, scopes, renewedAt, expiresAt } = grant;
  const revoke: Question = {
    title: texts.people.revokeTitle(client),
    detail: texts.people.revokeGrantDetail,
    action: texts.people.revoke,
    perform: () => revokeClientGrant(id),
    done: texts.people.revoked(client),
  };
  return (
    <li className="row-item row-stack">
      <div className="row-main">
        <p className="row-title">{client}</p>
        <p className="row-facts">
          <span>{texts.people.actors[actor]}</span>
          <span>{texts.people.inNameOf(principal)}</span>
          <span>{texts.people.roles[role]}</span>
          {Object.entries(scopes ?? {}).map(([name, value]) => (
            <span key={name}>{`${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`}</span>
          ))}
          <span>
            {texts.people.renewed} <RelativeTime at={renewedAt} />
          </span>
          <Expiry at={expiresAt} isOver={false} />
        </p>
      </div>
      <div className="row-side">
        <RowButton text={texts.people.revoke} subject={client} onPress={() => onAsk(revoke)} />
      </div>
    </li>
  );
}
