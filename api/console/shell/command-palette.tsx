import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactElement, useId, useState } from 'react';
import { useBranch } from '../data/branches.js';
import { flowNamesQuery } from '../data/flows.js';
import { sessionQuery } from '../data/session.js';
import { Dialog } from '../parts/dialog.js';
import { Icon, type IconName } from '../parts/icon.js';
import { texts } from '../texts/texts.js';
import { getNavigation } from './navigation.js';
import { setTheme, themes } from './theme.js';
import './command-palette.css';

interface Command {
  id: string;
  group: string;
  title: string;
  icon: IconName;
  run: () => void;
}

const maxFlows = 8;
const runId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Everything by a few letters: pages, flows, a run by its id, the appearance. */
export function CommandPalette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.palette.title} isTitleUnseen look="palette">
      <PaletteContent onClose={onClose} />
    </Dialog>
  );
}

function PaletteContent({ onClose }: { onClose: () => void }): ReactElement {
  const [text, setText] = useState('');
  const [selected, setSelected] = useState(0);
  const commands = useCommands(text.trim());
  const current = commands[Math.min(selected, commands.length - 1)];
  const listId = useId();

  const perform = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      const next = (Math.min(selected, commands.length - 1) + step + commands.length) % commands.length;
      setSelected(next);
      document.getElementById(`${listId}-${commands[next]?.id}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      perform(current);
    }
  };
  return (
    <>
      <div className="palette-field">
        <Icon name="search" />
        <input
          className="palette-input"
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={current ? `${listId}-${current.id}` : undefined}
          aria-label={texts.palette.title}
          placeholder={texts.palette.placeholder}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setSelected(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="palette-list" id={listId} role="listbox" aria-label={texts.palette.title}>
        {commands.map((command, index) => (
          <PaletteOption
            key={command.id}
            id={`${listId}-${command.id}`}
            command={command}
            isFirstOfGroup={commands[index - 1]?.group !== command.group}
            isSelected={command === current}
            onPoint={() => setSelected(index)}
            onChoose={() => perform(command)}
          />
        ))}
      </div>
      {commands.length === 0 ? <p className="palette-empty">{texts.palette.empty}</p> : null}
      <p className="unseen" role="status">
        {texts.palette.results(commands.length)}
      </p>
    </>
  );
}

interface PaletteOptionProps {
  id: string;
  command: Command;
  isFirstOfGroup: boolean;
  isSelected: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function PaletteOption({
  id,
  command: { group, title, icon },
  isFirstOfGroup,
  isSelected,
  onPoint,
  onChoose,
}: PaletteOptionProps): ReactElement {
  return (
    <>
      {isFirstOfGroup ? (
        <div className="palette-group" role="presentation">
          {group}
        </div>
      ) : null}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a combobox belong to its field */}
      <div
        id={id}
        className="palette-option"
        role="option"
        tabIndex={-1}
        aria-selected={isSelected}
        onPointerMove={onPoint}
        onClick={onChoose}
      >
        <Icon name={icon} />
        <span>{title}</span>
      </div>
    </>
  );
}

function useCommands(text: string): Command[] {
  const navigate = useNavigate();
  const branch = useBranch();
  const flows = useQuery(flowNamesQuery(branch));
  const { data: session } = useQuery(sessionQuery);
  const lower = text.toLowerCase();
  const fits = (title: string) => title.toLowerCase().includes(lower);

  const pages = getNavigation(session)
    .filter(({ title }) => fits(title))
    .map(({ to, title, icon }): Command => {
      return {
        id: `page-${to.slice(1)}`,
        group: texts.palette.pages,
        title,
        icon,
        run: () => void navigate({ to }),
      };
    });
  const flowCommands = (flows.data ?? [])
    .filter(fits)
    .slice(0, maxFlows)
    .map((flow): Command => {
      const run = () => void navigate({ to: '/flows/$flow', params: { flow } });
      return { id: `flow-${flow}`, group: texts.palette.flows, title: flow, icon: 'flow', run };
    });
  const looks = themes
    .map((theme) => ({ theme, title: `${texts.theme.label}: ${texts.theme[theme]}` }))
    .filter(({ title }) => fits(title))
    .map(({ theme, title }): Command => {
      return {
        id: `theme-${theme}`,
        group: texts.palette.actions,
        title,
        icon: 'sun',
        run: () => setTheme(theme),
      };
    });
  const runCommand: Command = {
    id: 'run',
    group: texts.palette.run,
    title: text,
    icon: 'run',
    run: () => void navigate({ to: '/runs/$run', params: { run: text } }),
  };
  return [...(runId.test(text) ? [runCommand] : []), ...pages, ...flowCommands, ...looks];
}
