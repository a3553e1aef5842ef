import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from './icon.js';
import './menu.css';

interface MenuProps {
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end';
}

/**
 * A menu below its button. Not modal: the modal form of Radix writes a style element into the page, which the policy of the
 * console refuses.
 */
export function Menu({ trigger, children, align = 'end' }: MenuProps): ReactElement {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      {/* Inside of the main part, because everything on a page belongs to a part with a name. */}
      <DropdownMenu.Portal container={document.querySelector('main')}>
        <DropdownMenu.Content className="menu" align={align} sideOffset={6} collisionPadding={8}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface MenuItemProps {
  icon?: IconName;
  detail?: string;
  isDisabled?: boolean;
  isDangerous?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({
  icon,
  detail,
  isDisabled = false,
  isDangerous = false,
  onSelect,
  children,
}: MenuItemProps): ReactElement {
  return (
    <DropdownMenu.Item
      className={`menu-item ${isDangerous ? 'menu-item-bad' : ''}`}
      disabled={isDisabled}
      onSelect={onSelect}
    >
      {icon ? <Icon name={icon} /> : null}
      <span className="menu-text">
        {children}
        {detail ? <span className="menu-detail">{detail}</span> : null}
      </span>
    </DropdownMenu.Item>
  );
}

interface MenuChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; title: string; detail?: string | undefined; icon?: IconName }[];
  onChange: (value: T) => void;
}

/** One of several values; the present one has a tick. */
export function MenuChoice<T extends string>({
  label,
  value,
  options,
  onChange,
}: MenuChoiceProps<T>): ReactElement {
  return (
    <>
      <DropdownMenu.Label className="menu-label">{label}</DropdownMenu.Label>
      <DropdownMenu.RadioGroup value={value} onValueChange={(next) => onChange(next as T)}>
        {options.map((option) => (
          <DropdownMenu.RadioItem key={option.value} value={option.value} className="menu-item">
            {option.icon ? <Icon name={option.icon} /> : null}
            <span className="menu-text">
              {option.title}
              {option.detail ? <span className="menu-detail">{option.detail}</span> : null}
            </span>
            <DropdownMenu.ItemIndicator className="menu-tick">
              <Icon name="check" />
            </DropdownMenu.ItemIndicator>
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </>
  );
}

export function MenuSeparator(): ReactElement {
  return <DropdownMenu.Separator className="menu-separator" />;
}

export function MenuNote({ children }: { children: ReactNode }): ReactElement {
  return <DropdownMenu.Label className="menu-note">{children}</DropdownMenu.Label>;
}
