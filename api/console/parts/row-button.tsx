import type { ReactElement } from 'react';
import { Icon, type IconName } from './icon.js';

interface RowButtonProps {
  text: string;
  /** The thing of the row, for screen readers: many rows have a button of the same text. */
  subject: string;
  icon?: IconName;
  onPress: () => void;
}

/** A small button at the end of a row. */
export function RowButton({ text, subject, icon, onPress }: RowButtonProps): ReactElement {
  return (
    <button
      type="button"
      className="button button-small"
      aria-label={`${text}: ${subject}`}
      onClick={onPress}
    >
      {icon ? <Icon name={icon} /> : null}
      {text}
    </button>
  );
}
