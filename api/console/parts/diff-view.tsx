import { type ReactElement, useState } from 'react';
import { texts } from '../texts/texts.js';
import './diff-view.css';

const firstLines = 400;
/** Lines that a page can have without becoming slow. */
const maxLines = 5_000;

/** A unified diff; signs say what colours say. */
export function DiffView({ patch, label }: { patch: string; label: string }): ReactElement {
  const [isWhole, setWhole] = useState(false);
  const lines = patch.split('\n').filter((line) => !/^(diff --git|index |--- |\+\+\+ )/.test(line));
  const shown = lines.slice(0, isWhole ? maxLines : firstLines);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <div className="diff" role="region" aria-label={label} tabIndex={0} dir="ltr">
      {shown.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a diff have nothing else that tells them apart
        <div key={index} className={`diff-line ${getLook(line)}`}>
          {line || ' '}
        </div>
      ))}
      {lines.length > shown.length ? (
        <div className="diff-line diff-place">
          {isWhole ? (
            texts.bulk.more(lines.length - shown.length)
          ) : (
            <button type="button" className="button button-small" onClick={() => setWhole(true)}>
              {texts.value.showAll(lines.length)}
            </button>
          )}
        </div>
      ) : null}
    </div>
  );
}

function getLook(line: string): string {
  if (line.startsWith('@@')) return 'diff-place';
  if (line.startsWith('+')) return 'diff-added';
  return line.startsWith('-') ? 'diff-removed' : '';
}
