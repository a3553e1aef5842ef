import { Fragment, type ReactElement } from 'react';

/** Text with code in backticks, as the service writes its details and hints. */
export function CodeText({ text }: { text: string }): ReactElement {
  return (
    <>
      {text.split('`').map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
        index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>,
      )}
    </>
  );
}

/** Lets a text of the service begin as a sentence; what begins with code stays as it is. */
export function toSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
