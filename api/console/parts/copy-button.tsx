import { type ReactElement, useState } from 'react';
import { texts } from '../texts/texts.js';
import { Icon } from './icon.js';

const shownMs = 2_000;

/** Copies a text. @param what the thing that is copied, for screen readers */
export function CopyButton({ text, what }: { text: string; what: string }): ReactElement {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), shownMs);
  };
  const label = isCopied ? texts.actions.copied : texts.actions.copy;
  return (
    <button
      type="button"
      className="button button-plain button-icon button-small"
      aria-label={`${label}: ${what}`}
      title={label}
      onClick={() => void copy()}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
    </button>
  );
}
