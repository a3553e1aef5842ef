import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { branchesQuery, useBranch } from '../data/branches.js';
import { Icon } from '../parts/icon.js';
import { Menu, MenuChoice, MenuNote } from '../parts/menu.js';
import { texts } from '../texts/texts.js';

/** The branch of all pages; the address names it unless it is production. */
export function BranchPicker(): ReactElement {
  const branch = useBranch();
  const { data } = useQuery(branchesQuery);
  const navigate = useNavigate();
  const branches = data?.items ?? [];
  const isProduction = branches.some(({ name, production }) => production && name === branch);

  const pick = (name: string) => {
    const picked = branches.find((each) => each.name === name);
    void navigate({
      to: '.',
      search: (search) => ({ ...search, branch: picked?.production ? undefined : name }),
    });
  };
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="button button-plain bar-branch">
          <Icon name="branch" />
          <span className="unseen">{texts.branch.label}</span>
          <span className="bar-branch-name">{branch ?? '…'}</span>
          {isProduction ? <span className="bar-branch-note">{texts.branch.production}</span> : null}
          <Icon name="chevronDown" />
        </button>
      }
    >
      {branches.length === 0 ? (
        <MenuNote>{texts.branch.loading}</MenuNote>
      ) : (
        <MenuChoice
          label={texts.branch.label}
          value={branch ?? ''}
          options={branches.map(({ name, production }) => ({
            value: name,
            title: name,
            detail: production ? texts.branch.production : undefined,
          }))}
          onChange={pick}
        />
      )}
    </Menu>
  );
}
