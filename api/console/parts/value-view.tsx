import { useMutation } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { formatJson } from '../data/exact-json.js';
import { texts } from '../texts/texts.js';
import { CopyButton } from './copy-button.js';
import { showProblem } from './show-problem.js';
import './value-view.css';

const firstLines = 16;
/** Lines that a page can have without becoming slow; the rest is in the download. */
const maxLines = 2_000;
const maxLineLength = 2_000;

/** A value as JSON: its beginning, all of it on request, never more than the page can bear. */
export function ValueView({ title, value }: { title: string; value: unknown }): ReactElement {
  const text = useMemo(() => formatJson(value), [value]);
  return <TextView title={title} text={text} file="value.json" beginning={firstLines} />;
}

interface CutValueViewProps {
  title: string;
  /** The beginning of the JSON of the value. */
  text: string;
  /** Reads the whole value. */
  read: () => Promise<unknown>;
}

/** A value of which the service sends the beginning; the rest is a download. */
export function CutValueView({ title, text, read }: CutValueViewProps): ReactElement {
  const work = useMutation({
    mutationFn: read,
    onSuccess: (value) => download(typeof value === 'string' ? value : formatJson(value), 'value.json'),
    onError: showProblem,
  });
  return (
    <TextView
      title={title}
      text={text}
      file="value.json"
      beginning={firstLines}
      foot={
        <>
          <button
            type="button"
            className="button button-small"
            disabled={work.isPending}
            onClick={() => work.mutate()}
          >
            {texts.value.downloadWhole}
          </button>
          <span className="muted">{texts.value.beginning(text.length)}</span>
        </>
      }
    />
  );
}

interface TextViewProps {
  title: string;
  text: string;
  /** The name of the download. */
  file: string;
  /** The lines that are shown before the reader asks for more. */
  beginning?: number;
  /** The level of its heading on the page. */
  heading?: 'h2' | 'h3';
  /** A sentence, and an action, about a text that is not whole. */
  foot?: ReactNode;
}

/** A text of many lines, never more of it than the page can bear. */
export function TextView({
  title,
  text,
  file,
  beginning = maxLines,
  heading: Heading = 'h3',
  foot,
}: TextViewProps): ReactElement {
  const [isWhole, setWhole] = useState(false);
  const lines = useMemo(() => text.split('\n'), [text]);
  const shown = lines.slice(0, isWhole ? maxLines : beginning);
  const isCut = shown.some((line) => line.length > maxLineLength);
  return (
    <section className="value" aria-label={title}>
      <header className="value-head">
        <Heading className="value-title">{title}</Heading>
        <CopyButton text={text} what={title} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre className="value-text" tabIndex={0} dir="ltr">
        {shown.map((line) => line.slice(0, maxLineLength)).join('\n')}
      </pre>
      {foot || lines.length > beginning || isCut ? (
        <footer className="value-foot">
          {lines.length > beginning && beginning < maxLines ? (
            <button type="button" className="button button-small" onClick={() => setWhole(!isWhole)}>
              {isWhole ? texts.value.showLess : texts.value.showAll(lines.length)}
            </button>
          ) : null}
          {!foot && (isCut || lines.length > maxLines) ? (
            <button type="button" className="button button-small" onClick={() => download(text, file)}>
              {texts.value.download}
            </button>
          ) : null}
          {(isWhole || beginning === maxLines) && lines.length > maxLines ? (
            <span className="muted">{texts.value.cut(maxLines, lines.length)}</span>
          ) : null}
          {foot}
        </footer>
      ) : null}
    </section>
  );
}

function download(text: string, file: string): void {
  const address = URL.createObjectURL(
    new Blob([text], { type: file.endsWith('.json') ? 'application/json' : 'text/plain' }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = file;
  link.click();
  URL.revokeObjectURL(address);
}
