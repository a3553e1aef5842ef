import type { ReactElement } from 'react';
import './diff-view.css';

const maxLines = 400;

/** A unified diff; signs say what colours say. */
export function DiffView({ patch, label }: { patch: string; label: string }): ReactElement {
  const lines = patch.split('\n').filter((line) => !/^(diff --git|index |--- |\+\+\+ )/.test(line));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <div className="diff" role="region" aria-label={label} tabIndex={0} dir="ltr">
      {lines.slice(0, maxLines).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a diff have nothing else that tells them apart
        <div key={index} className={`diff-line ${getLook(line)}`}>
          {line || ' '}
        </div>
      ))}
      {lines.length > maxLines ? <div className="diff-line diff-place">…</div> : null}
    </div>
  );
}

function getLook(line: string): string {
  if (line.startsWith('@@')) return 'diff-place';
  if (line.startsWith('+')) return 'diff-added';
  return line.startsWith('-') ? 'diff-removed' : '';
}
