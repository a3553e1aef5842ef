import type { ReactElement } from 'react';
import { CopyButton } from '../../parts/copy-button.js';
import { Dialog } from '../../parts/dialog.js';
import { texts } from '../../texts/texts.js';

export interface Issued {
  title: string;
  /** The key or the address, which no later answer has. */
  value: string;
  note: string;
}

export interface IssuingFormProps {
  onClose: () => void;
  /** Takes what is shown once the form has closed. */
  onIssued: (issued: Issued) => void;
}

/** Shows what only one answer of the service has. It is in no cache, and goes with the dialog. */
export function ShownOnce({ issued, onClose }: { issued: Issued; onClose: () => void }): ReactElement {
  return (
    <Dialog isOpen onClose={onClose} title={issued.title}>
      <p>{issued.note}</p>
      <div className="shown-once">
        <code>{issued.value}</code>
        <CopyButton text={issued.value} what={issued.title} />
      </div>
      <div className="dialog-foot">
        <button type="button" className="button button-main" onClick={onClose}>
          {texts.people.kept}
        </button>
      </div>
    </Dialog>
  );
}
