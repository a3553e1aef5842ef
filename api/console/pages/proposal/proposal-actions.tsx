import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { closeProposal, mergeProposal, type ProposalDetails } from '../../data/proposals.js';
import { mayPerhaps } from '../../data/rights.js';
import { sessionQuery } from '../../data/session.js';
import { Dialog } from '../../parts/dialog.js';
import { DialogFoot } from '../../parts/dialog-foot.js';
import { Icon } from '../../parts/icon.js';
import { showToast } from '../../parts/toasts.js';
import { texts } from '../../texts/texts.js';

/** Merging and closing, each after a question. */
export function ProposalActions({ proposal }: { proposal: ProposalDetails }): ReactElement | null {
  const { data: session } = useQuery(sessionQuery);
  const [question, setQuestion] = useState<'merge' | 'close'>();
  if (proposal.state !== 'open' || !mayPerhaps(session, 'editor')) return null;
  const cannotMerge =
    proposal.mergeability === 'conflict' || proposal.valid === false || proposal.review?.met === false;
  return (
    <>
      <button type="button" className="button" onClick={() => setQuestion('close')}>
        {texts.proposals.close}
      </button>
      <button
        type="button"
        className="button button-main"
        disabled={cannotMerge}
        title={cannotMerge ? texts.proposals.cannotMerge : undefined}
        onClick={() => setQuestion('merge')}
      >
        <Icon name="merge" />
        {texts.proposals.merge}
      </button>
      {question ? (
        <Question proposal={proposal} verb={question} onClose={() => setQuestion(undefined)} />
      ) : null}
    </>
  );
}

function Question({
  proposal: { id, base, entities = [] },
  verb,
  onClose,
}: {
  proposal: ProposalDetails;
  verb: 'merge' | 'close';
  onClose: () => void;
}): ReactElement {
  const queryClient = useQueryClient();
  const settle = useMutation({
    mutationFn: async () => (verb === 'merge' ? await mergeProposal(id) : await closeProposal(id)),
    onSuccess: (answer) => {
      const notice = 'notice' in answer ? answer.notice : undefined;
      // A merge that is not in effect is no success yet.
      if (notice) showToast('bad', notice);
      else showToast('good', verb === 'merge' ? texts.proposals.merged(base) : texts.proposals.closed);
      onClose();
      void queryClient.invalidateQueries();
    },
  });
  const isMerge = verb === 'merge';
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isMerge ? texts.proposals.mergeTitle : texts.proposals.closeTitle}
    >
      <p>{isMerge ? texts.proposals.mergeDetail(entities.length, base) : texts.proposals.closeDetail}</p>
      <DialogFoot
        onClose={onClose}
        error={settle.error}
        action={{
          text: isMerge ? texts.proposals.merge : texts.proposals.close,
          look: isMerge ? 'main' : 'bad',
          isDisabled: settle.isPending,
          onPress: () => settle.mutate(),
        }}
      />
    </Dialog>
  );
}
