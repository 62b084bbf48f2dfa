/** Dialogs, menus and popovers: the accessible parts of react-aria in the look of this page. */
import type { ReactNode } from 'react';
import {
  Button,
  Dialog,
  DialogTrigger,
  Heading,
  Menu,
  MenuItem,
  MenuTrigger,
  Modal,
  ModalOverlay,
  Popover,
} from 'react-aria-components';

export { Button, DialogTrigger };

export function PopoverDialog(props: {
  label: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  className?: string;
}) {
  const { children } = props;
  return (
    <Popover className="pop" placement="bottom start" offset={6}>
      <Dialog aria-label={props.label} className={props.className ?? ''}>
        {({ close }) => (typeof children === 'function' ? children(close) : children)}
      </Dialog>
    </Popover>
  );
}

export interface MenuEntry {
  id: string;
  label: ReactNode;
  onAction?: () => void;
  href?: string;
  isDisabled?: boolean;
}

export function MenuButton(props: {
  label: string;
  className?: string;
  children: ReactNode;
  items: readonly MenuEntry[];
  /** Without its own words it needs the label as its name. */
  isIconOnly?: boolean;
}) {
  return (
    <MenuTrigger>
      <Button
        className={props.className ?? 'btn'}
        {...(props.isIconOnly && { 'aria-label': props.label })}
      >
        {props.children}
      </Button>
      <Popover className="pop" placement="bottom end" offset={6}>
        <Menu className="menu" aria-label={props.label}>
          {props.items.map(({ id, label, onAction, href, isDisabled }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={typeof label === 'string' ? label : id}
              isDisabled={isDisabled ?? false}
              {...(onAction && { onAction })}
              {...(href && { href })}
            >
              {label}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

export function ModalDialog(props: {
  title: string;
  isOpen: boolean;
  onClose(): void;
  children: ReactNode;
  role?: 'dialog' | 'alertdialog';
  className?: string;
}) {
  return (
    <ModalOverlay
      className="scrim"
      isOpen={props.isOpen}
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
    >
      <Modal className={`modal ${props.className ?? ''}`}>
        <Dialog role={props.role ?? 'dialog'}>
          <Heading slot="title" level={2}>
            {props.title}
          </Heading>
          {props.children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
