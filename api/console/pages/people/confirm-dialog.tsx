import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { peopleKey } from '../../data/people.js';
import { Dialog } from '../../parts/dialog.js';
import { DialogFoot } from '../../parts/dialog-foot.js';
import { showToast } from '../../parts/toasts.js';

export interface Question {
  title: string;
  detail: string;
  /** The button that does it. */
  action: string;
  perform: () => Promise<void>;
  /** The toast once it is done. */
  done: string;
}

/** Asks before something ends for good. */
export function ConfirmDialog({
  question,
  onClose,
}: {
  question: Question;
  onClose: () => void;
}): ReactElement {
  const queryClient = useQueryClient();
  const work = useMutation({
    mutationFn: question.perform,
    onSuccess: () => {
      showToast('good', question.done);
      onClose();
      void queryClient.invalidateQueries({ queryKey: peopleKey });
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={question.title}>
      <p>{question.detail}</p>
      <DialogFoot
        onClose={onClose}
        error={work.error}
        action={{
          text: question.action,
          look: 'bad',
          isDisabled: work.isPending,
          onPress: () => work.mutate(),
        }}
      />
    </Dialog>
  );
}
