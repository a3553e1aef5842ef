import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { ServiceProblem } from '../../data/problem.js';
import { mayPerhaps } from '../../data/rights.js';
import { sessionQuery } from '../../data/session.js';
import {
  type EntityAddress,
  type EntityVersion,
  versionDiffQuery,
  versionsQuery,
} from '../../data/versions.js';
import { DiffView } from '../../parts/diff-view.js';
import { Icon } from '../../parts/icon.js';
import { MoreButton } from '../../parts/more-button.js';
import { Nothing } from '../../parts/nothing.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { RelativeTime } from '../../parts/time.js';
import { texts } from '../../texts/texts.js';
import { RevertDialog } from './revert-dialog.js';
import '../../parts/rows.css';

/** The versions of an entity, the newest first, each with what it changed and the way back to it. */
export function VersionList({ address }: { address: EntityAddress }): ReactElement {
  const list = useInfiniteQuery(versionsQuery(address));
  const { data: session } = useQuery(sessionQuery);
  const [target, setTarget] = useState<EntityVersion>();
  if (list.isPending)
    return <span className="skeleton rows-waiting" role="status" aria-label={texts.versions.loading} />;
  if (list.error instanceof ServiceProblem && list.error.code === 'git_versioning_disabled')
    return <Nothing icon="branch" {...texts.versions.off} />;
  if (list.isError) return <ProblemNote error={list.error} onRetry={() => void list.refetch()} />;
  const versions = list.data.pages.flatMap(({ items }) => items);
  const mayRevert = mayPerhaps(session, 'editor');
  return (
    <div className="stack">
      {mayRevert ? null : <p className="muted">{texts.versions.editorsOnly}</p>}
      <ul className="card rows">
        {versions.map((version, index) => (
          <VersionItem
            key={version.commitHash}
            address={address}
            version={version}
            isPresent={index === 0}
            onRevert={mayRevert && index > 0 ? () => setTarget(version) : undefined}
          />
        ))}
      </ul>
      <MoreButton list={list} />
      {target ? (
        <RevertDialog address={address} version={target} onClose={() => setTarget(undefined)} />
      ) : null}
    </div>
  );
}

interface VersionItemProps {
  address: EntityAddress;
  version: EntityVersion;
  isPresent: boolean;
  onRevert: (() => void) | undefined;
}

function VersionItem({ address, version, isPresent, onRevert }: VersionItemProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const { commitHash, author, committedAt, message, change } = version;
  const [subject] = message.split('\n');
  return (
    <li className="row-item row-stack">
      <div className="row-main">
        <p className="row-title">{subject}</p>
        <p className="row-facts">
          <code title={commitHash}>{commitHash.slice(0, 8)}</code>
          <span>{author.name}</span>
          <RelativeTime at={committedAt} />
          <span>{texts.versions.changes[change]}</span>
          {isPresent ? <strong>{texts.versions.present}</strong> : null}
        </p>
      </div>
      <div className="row-side">
        <button
          type="button"
          className="button button-small"
          aria-expanded={isOpen}
          aria-label={texts.versions.actionOf(texts.versions.difference, commitHash.slice(0, 8))}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
          {texts.versions.difference}
        </button>
        {onRevert ? (
          <button
            type="button"
            className="button button-small"
            aria-label={texts.versions.actionOf(texts.versions.revert, commitHash.slice(0, 8))}
            onClick={onRevert}
          >
            {texts.versions.revert}
          </button>
        ) : null}
      </div>
      {isOpen ? (
        <div className="row-wide">
          <Difference address={address} commitHash={commitHash} />
        </div>
      ) : null}
    </li>
  );
}

function Difference({ address, commitHash }: { address: EntityAddress; commitHash: string }): ReactElement {
  const diff = useQuery(versionDiffQuery(address, undefined, commitHash));
  if (diff.isPending) return <span className="skeleton rows-waiting" />;
  if (diff.isError) return <ProblemNote error={diff.error} onRetry={() => void diff.refetch()} />;
  return <DiffView patch={diff.data.patch} label={texts.versions.differenceOf(commitHash.slice(0, 8))} />;
}
