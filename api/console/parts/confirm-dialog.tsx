import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Dialog } from './dialog.js';
import { DialogFoot } from './dialog-foot.js';
import { showToast } from './toasts.js';

export interface Question {
  title: string;
  detail: string;
  /** The button that does it. */
  action: string;
  /** `bad` for what ends or removes something, as it is where this is left out. */
  look?: 'main' | 'bad';
  perform: () => Promise<unknown>;
  /** The toast once it is done. */
  done: string;
}

interface ConfirmDialogProps {
  question: Question;
  /** The queries that are asked again once it is done; all of them where it is left out. */
  changes?: QueryKey;
  onClose: () => void;
}

/** Asks before something is done that is not taken back by itself. */
export function ConfirmDialog({ question, changes, onClose }: ConfirmDialogProps): ReactElement {
  const queryClient = useQueryClient();
  const work = useMutation({
    mutationFn: question.perform,
    onSuccess: () => {
      showToast('good', question.done);
      onClose();
      void queryClient.invalidateQueries(changes ? { queryKey: changes } : {});
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
          look: question.look ?? 'bad',
          isDisabled: work.isPending,
          onPress: () => work.mutate(),
        }}
      />
    </Dialog>
  );
}
