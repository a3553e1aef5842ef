import type { ReactElement } from 'react';
import { texts } from '../texts/texts.js';
import { ProblemNote } from './problem-note.js';

interface DialogFootProps {
  onClose: () => void;
  /** The failure of the last attempt. */
  error: unknown;
  /** The action that the dialog is for; left out while there is nothing to do. Without `onPress` it submits the form around it. */
  action?: {
    text: string;
    look: 'main' | 'bad';
    isDisabled: boolean;
    onPress?: () => void;
  };
}

/** The end of a dialog: why the last attempt failed, the way back, and the action. */
export function DialogFoot({ onClose, error, action }: DialogFootProps): ReactElement {
  return (
    <>
      {error ? <ProblemNote error={error} /> : null}
      <div className="dialog-foot">
        <button type="button" className="button" onClick={onClose}>
          {texts.actions.cancel}
        </button>
        {action ? (
          <button
            type={action.onPress ? 'button' : 'submit'}
            className={`button button-${action.look}`}
            disabled={action.isDisabled}
            onClick={action.onPress}
          >
            {action.text}
          </button>
        ) : null}
      </div>
    </>
  );
}
