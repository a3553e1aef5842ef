import { Dialog as Base } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { texts } from '../texts/texts.js';
import { Icon } from './icon.js';
import './dialog.css';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Shown to screen readers only. */
  isTitleUnseen?: boolean;
  look?: 'middle' | 'palette' | 'drawer';
  children: ReactNode;
}

/**
 * A dialog over the page. The veil is no `Dialog.Overlay`, which writes a style element into the page to stop it from scrolling;
 * the policy of the console refuses that. The page behind stays inert and the focus inside.
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  isTitleUnseen = false,
  look = 'middle',
  children,
}: DialogProps): ReactElement {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Base.Portal>
        <div className="veil" />
        <Base.Content className={`dialog dialog-${look}`} aria-describedby={undefined}>
          <div className={isTitleUnseen ? 'unseen' : 'dialog-head'}>
            <Base.Title>{title}</Base.Title>
          </div>
          {isTitleUnseen ? null : (
            <Base.Close
              className="button button-plain button-icon button-small dialog-close"
              aria-label={texts.actions.close}
            >
              <Icon name="close" />
            </Base.Close>
          )}
          {children}
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}
