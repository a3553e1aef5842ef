import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type Session, signOut } from '../data/session.js';
import type { IconName } from '../parts/icon.js';
import { Icon } from '../parts/icon.js';
import { Menu, MenuChoice, MenuItem, MenuNote, MenuSeparator } from '../parts/menu.js';
import { describeProblem } from '../parts/problem-note.js';
import { showToast } from '../parts/toasts.js';
import { texts } from '../texts/texts.js';
import { setTheme, type Theme, themes, useTheme } from './theme.js';

const icons: Record<Theme, IconName> = { system: 'system', light: 'sun', dark: 'moon' };

/** The account, the appearance, and the way out. */
export function UserMenu({ session }: { session: Session }): ReactElement {
  const theme = useTheme();
  const queryClient = useQueryClient();
  const { name, role } = session;

  const leave = async (isEverywhere: boolean) => {
    try {
      await signOut(isEverywhere);
      // Nothing of this person stays in the memory of the page.
      queryClient.clear();
      location.reload();
    } catch (error) {
      showToast('bad', describeProblem(error).title);
    }
  };
  return (
    <Menu
      trigger={
        <button type="button" className="button button-plain button-icon" aria-label={texts.user.menu(name)}>
          <Icon name="person" />
        </button>
      }
    >
      <MenuNote>
        {texts.user.signedInAs} <strong>{name}</strong>
        {role ? ` · ${role}` : ''}
      </MenuNote>
      <MenuSeparator />
      <MenuChoice
        label={texts.theme.label}
        value={theme}
        options={themes.map((value) => ({ value, title: texts.theme[value], icon: icons[value] }))}
        onChange={setTheme}
      />
      <MenuSeparator />
      <MenuItem onSelect={() => void leave(false)}>{texts.user.signOut}</MenuItem>
      <MenuItem onSelect={() => void leave(true)}>{texts.user.signOutEverywhere}</MenuItem>
    </Menu>
  );
}
