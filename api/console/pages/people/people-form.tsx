import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, type ReactNode, useState } from 'react';
import { peopleKey } from '../../data/people.js';
import { Dialog } from '../../parts/dialog.js';
import { DialogFoot } from '../../parts/dialog-foot.js';

interface PeopleFormProps {
  title: string;
  lead?: string;
  /** The button that sends it. */
  action: string;
  /** Does what the form is for. A failure is shown, and the dialog stays. @param entered returns the text of a field as it was typed */
  perform: (entered: (name: string) => string) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}

/** A form in a dialog. Texts stand in their fields alone, so that no password is in the state of the page. */
export function PeopleForm(props: PeopleFormProps): ReactElement {
  const { title, lead, action, perform, onClose, children } = props;
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const fields = new FormData(event.currentTarget);
    setPending(true);
    setError(undefined);
    try {
      await perform((name) => String(fields.get(name) ?? ''));
      onClose();
      void queryClient.invalidateQueries({ queryKey: peopleKey });
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <form className="stack" autoComplete="off" onSubmit={(event) => void submit(event)}>
        {lead ? <p>{lead}</p> : null}
        {children}
        <DialogFoot
          onClose={onClose}
          error={error}
          action={{ text: action, look: 'main', isDisabled: isPending }}
        />
      </form>
    </Dialog>
  );
}
