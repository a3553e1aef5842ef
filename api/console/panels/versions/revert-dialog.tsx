import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ServiceProblem } from '../../data/problem.js';
import { type EntityAddress, type EntityVersion, revertEntity, versionsKey } from '../../data/versions.js';
import { Dialog } from '../../parts/dialog.js';
import { DialogFoot } from '../../parts/dialog-foot.js';
import { DiffView } from '../../parts/diff-view.js';
import { Icon } from '../../parts/icon.js';
import { showToast } from '../../parts/toasts.js';
import { texts } from '../../texts/texts.js';

interface RevertDialogProps {
  address: EntityAddress;
  version: EntityVersion;
  onClose: () => void;
}

/** Shows what going back to a version would change, then does it; those who may not write there can propose it. */
export function RevertDialog({ address, version, onClose }: RevertDialogProps): ReactElement {
  const { commitHash } = version;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const check = useQuery({
    queryKey: [...versionsKey(address), 'revert', commitHash],
    queryFn: () => revertEntity(address, commitHash, 'check'),
    staleTime: 0,
    gcTime: 0,
  });
  const revert = useMutation({
    mutationFn: (how: 'write' | 'propose') => revertEntity(address, commitHash, how),
    onSuccess: ({ proposal }) => {
      const action = {
        title: texts.proposals.open,
        run: () => void navigate({ to: '/proposals/$proposal', params: { proposal: proposal?.id ?? '' } }),
      };
      const text = proposal ? texts.versions.proposed : texts.versions.reverted(commitHash.slice(0, 8));
      showToast('good', text, proposal ? action : undefined);
      onClose();
      void queryClient.invalidateQueries();
    },
  });
  const needsProposal =
    revert.error instanceof ServiceProblem && revert.error.code === 'write_requires_proposal';
  const error = needsProposal ? undefined : (revert.error ?? check.error);
  const isSame = check.data?.change === 'unchanged';
  return (
    <Dialog isOpen onClose={onClose} title={texts.versions.revertTitle(commitHash.slice(0, 8))}>
      {check.isPending ? (
        <span className="skeleton rows-waiting" role="status" aria-label={texts.versions.loading} />
      ) : null}
      {check.data && !isSame ? (
        <>
          <p>{texts.versions.revertDetail}</p>
          <DiffView patch={check.data.diff ?? ''} label={texts.versions.willChange} />
        </>
      ) : null}
      {isSame ? <p>{texts.versions.same}</p> : null}
      {needsProposal ? (
        <p className="note" role="alert">
          <Icon name="merge" />
          {texts.versions.proposeDetail}
        </p>
      ) : null}
      <DialogFoot
        onClose={onClose}
        error={error}
        action={
          check.data && !isSame
            ? {
                text: needsProposal ? texts.versions.propose : texts.versions.revert,
                look: 'main',
                isDisabled: revert.isPending,
                onPress: () => revert.mutate(needsProposal ? 'propose' : 'write'),
              }
            : undefined
        }
      />
    </Dialog>
  );
}
