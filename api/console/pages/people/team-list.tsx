import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useBranch } from '../../data/branches.js';
import { type Team, teamsQuery } from '../../data/people.js';
import { Dialog } from '../../parts/dialog.js';
import { EntityFile } from '../../parts/entity-file.js';
import { Icon } from '../../parts/icon.js';
import { PagedList } from '../../parts/paged-list.js';
import { RowButton } from '../../parts/row-button.js';
import { texts } from '../../texts/texts.js';

/** The rights of members, and the entities, branches and environments that it holds for. */
interface Grant extends Record<string, unknown> {
  role: string;
  may?: readonly string[];
}

/** The teams of the repository: their members, and what these may do. They change by commits. */
export function TeamList(): ReactElement {
  const branch = useBranch();
  const list = useInfiniteQuery(teamsQuery(branch));
  const [shown, setShown] = useState<string>();
  return (
    <>
      <PagedList
        list={list}
        loading={texts.people.loading}
        none={{ icon: 'person', ...texts.people.none.teams }}
      >
        {(team) => <TeamItem key={team.name} team={team} onShow={() => setShown(team.name)} />}
      </PagedList>
      {shown !== undefined && branch !== undefined ? (
        <Dialog isOpen onClose={() => setShown(undefined)} title={texts.people.fileTitle(shown)}>
          <EntityFile address={{ branch, type: 'team', name: shown }} title={shown} />
        </Dialog>
      ) : null}
    </>
  );
}

function TeamItem({ team, onShow }: { team: Team; onShow: () => void }): ReactElement {
  const { name, definition } = team;
  const {
    title,
    members = [],
    grants = [],
    confined = false,
  } = (definition ?? {}) as {
    title?: string;
    members?: readonly string[];
    grants?: readonly Grant[];
    confined?: boolean;
  };
  return (
    <li className="row-item row-stack">
      <div className="row-main">
        <p className="row-title">{title ?? name}</p>
        <p className="row-facts">
          <span>
            <Icon name="person" />
            {members.length === 0 ? texts.people.noMembers : members.join(', ')}
          </span>
          {confined ? <span>{texts.people.confined}</span> : null}
        </p>
        {grants.map((grant) => (
          <p key={JSON.stringify(grant)} className="row-note">
            {describeGrant(grant)}
          </p>
        ))}
      </div>
      <div className="row-side">
        <RowButton text={texts.people.file} subject={name} onPress={onShow} />
      </div>
    </li>
  );
}

/** Says what a grant gives, and where. */
function describeGrant({ role, may = [], ...places }: Grant): string {
  const rights = [role, ...may].join(', ');
  const where = Object.entries(places).map(
    ([kind, names]) => `${kind}: ${Array.isArray(names) ? names.join(', ') : String(names)}`,
  );
  return [rights, ...where].join('; ');
}
