import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { Button, type ButtonLook } from "../controls/button.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { Kbd } from "../controls/kbd.tsx";
import { cx } from "../cx.ts";
import { CheckIcon, ChevronDownIcon, MoreIcon } from "../icons/icons.tsx";
import { Anchor } from "../ui-provider.tsx";
import layer from "./layer.module.css";
import { itemByText, nextItem, typeOn, type Typed } from "./menu-keys.ts";
import styles from "./menu.module.css";
import { useAnchored } from "./use-anchored.ts";

export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  /** The shortcut for the same command. */
  readonly keys?: string | undefined;
  readonly onSelect?: (() => void) | undefined;
  /** Opens this address instead of running a command. */
  readonly href?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly tone?: "ink" | "slip" | undefined;
  /** Makes it an option; the checked one carries a mark. */
  readonly checked?: boolean | undefined;
  /** Several can be checked: the menu stays open for the next one. */
  readonly many?: boolean | undefined;
  /** With a hairline above. */
  readonly ruled?: boolean | undefined;
}

/**
 * A button that opens a list of commands. Arrow keys, Home, End and letters move; Enter and Space
 * choose; Esc and a press outside close.
 */
export function Menu({
  label,
  items,
  icon,
  showLabel = false,
  align = "end",
  kind = "quiet",
  size = "regular",
  className,
}: Pick<ButtonLook, "kind" | "size" | "className"> & {
  /** What the commands are about: read out, and with `showLabel` shown on the button. */
  label: string;
  items: readonly MenuItem[];
  icon?: ReactNode;
  showLabel?: boolean | undefined;
  align?: "start" | "end" | undefined;
}) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  useAnchored(open, button, menu, { align });
  useLayoutEffect(() => {
    if (open && menu.current !== null) focusFirst(menu.current);
  }, [open]);
  const trigger = {
    ref: button,
    popoverTarget: id,
    "aria-haspopup": "menu" as const,
    "aria-expanded": open,
    onClick: (event: MouseEvent) => toggleByPress(event, menu.current),
    onKeyDown: (event: KeyboardEvent) => openByArrow(event, menu.current),
  };
  return (
    <>
      {showLabel ? (
        <Button {...trigger} {...{ kind, size, className, icon }}>
          <span className={styles.trigger}>
            <span className={styles.shown}>{label}</span> <ChevronDownIcon size={16} />
          </span>
        </Button>
      ) : (
        <IconButton {...trigger} label={label} size={size === "large" ? "regular" : size}>
          {icon ?? <MoreIcon />}
        </IconButton>
      )}
      <MenuList id={id} label={label} items={items} list={menu} onOpen={setOpen} />
    </>
  );
}

function MenuList({
  id,
  label,
  items,
  list,
  onOpen,
}: {
  id: string;
  label: string;
  items: readonly MenuItem[];
  list: RefObject<HTMLDivElement | null>;
  onOpen: (open: boolean) => void;
}) {
  const typed = useRef<Typed>({ text: "", atMs: 0 });
  return (
    <div
      ref={list}
      id={id}
      popover="auto"
      role="menu"
      aria-label={label}
      className={cx(layer.layer, styles.menu)}
      onBeforeToggle={(event) => onOpen(event.newState === "open")}
      onKeyDown={(event) => move(event, typed)}
    >
      {items.map((item) => (
        <Item key={item.label} item={item} onDone={() => list.current?.hidePopover()} />
      ))}
    </div>
  );
}

function Item({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const name = cx(styles.item, item.tone === "slip" && styles.slip);
  const inside = (
    <>
      <span className={styles.icon}>
        {item.checked === true ? <CheckIcon size={18} /> : item.icon}
      </span>
      <span className={styles.label}>{item.label}</span>
      {item.keys !== undefined && <Kbd aria-hidden="true">{item.keys}</Kbd>}
    </>
  );
  const choose = () => {
    if (item.many !== true) onDone();
    item.onSelect?.();
  };
  const role = roleOf(item);
  return (
    <>
      {item.ruled === true && <hr className={styles.rule} />}
      {item.href !== undefined && item.disabled !== true ? (
        <Anchor href={item.href} role={role} tabIndex={-1} className={name} onClick={choose}>
          {inside}
        </Anchor>
      ) : (
        <button
          type="button"
          role={role}
          tabIndex={-1}
          aria-checked={item.checked}
          aria-disabled={item.disabled || undefined}
          className={name}
          onClick={() => item.disabled !== true && choose()}
        >
          {inside}
        </button>
      )}
    </>
  );
}

function roleOf({ checked, many = false }: MenuItem) {
  if (checked === undefined) return "menuitem";
  return many ? "menuitemcheckbox" : "menuitemradio";
}

const itemsIn = (menu: HTMLElement) => [
  ...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]'),
];

function focusFirst(menu: HTMLElement): void {
  const items = itemsIn(menu);
  const last = menu.dataset["from"] === "end";
  delete menu.dataset["from"];
  (last ? items.at(-1) : items[0])?.focus();
}

/**
 * The browser alone would open the menu before React knows: the next keys and presses would find
 * the menu without its place and focus.
 */
function toggleByPress(event: MouseEvent, menu: HTMLElement | null): void {
  event.preventDefault();
  menu?.togglePopover();
}

function openByArrow(event: KeyboardEvent, menu: HTMLElement | null): void {
  if (menu === null || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
  event.preventDefault();
  if (event.key === "ArrowUp") menu.dataset["from"] = "end";
  menu.showPopover();
}

function move(event: KeyboardEvent<HTMLElement>, typed: RefObject<Typed>): void {
  const menu = event.currentTarget;
  const items = itemsIn(menu);
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (event.key === "Tab") {
    menu.hidePopover();
    return;
  }
  let to = nextItem(event.key, at, items.length);
  const isLetter = [...event.key].length === 1 && event.key !== " ";
  if (to === undefined && isLetter && !event.ctrlKey && !event.metaKey && !event.altKey) {
    typed.current = typeOn(typed.current, event.key, event.timeStamp);
    to = itemByText(typed.current.text, at, items.map(labelOf));
  }
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  items[to]?.focus();
}

const labelOf = (item: HTMLElement) =>
  item.querySelector(`.${styles.label ?? ""}`)?.textContent ?? "";
