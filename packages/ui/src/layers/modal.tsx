import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from "react";
import { IconButton } from "../controls/icon-button.tsx";
import { cx } from "../cx.ts";
import { CloseIcon } from "../icons/icons.tsx";
import { useUi } from "../ui-provider.tsx";
import styles from "./modal.module.css";

export interface ModalProps {
  readonly open: boolean;
  /** Asked to close: by Esc, the button, or a press beside it. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Buttons at the end, the most likely one last. */
  readonly actions?: ReactNode;
  /** Without: nothing but an action closes it, for what is under way. */
  readonly closable?: boolean | undefined;
}

/**
 * The browser's own modal dialog: the page behind cannot be reached, Esc closes, the focus returns
 * to where it was. The content is on the page only while it is open.
 */
export function Modal({ open, ...props }: ModalProps & { look: "dialog" | "sheet" | "wide" }) {
  return open ? <OpenModal {...props} /> : null;
}

function OpenModal({
  onClose,
  title,
  children,
  actions,
  closable = true,
  look,
}: Omit<ModalProps, "open"> & { look: "dialog" | "sheet" | "wide" }) {
  const { labels } = useUi();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    if (shown === null) return undefined;
    const before = document.activeElement;
    if (!shown.open) shown.showModal();
    firstFocus(shown)?.focus();
    return () => {
      shown.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const pressed = useRef<EventTarget>(null);
  const beside = (event: MouseEvent) => {
    // A press that began inside, as when selecting text, does not close.
    const both = pressed.current === event.target && event.target === dialog.current;
    if (both && closable) onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={cx(styles.modal, styles[look])}
      onCancel={(event) => {
        // Also comes up from a file input's dialog inside.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (closable) onClose();
      }}
      onPointerDown={(event) => {
        pressed.current = event.target;
      }}
      onClick={beside}
    >
      <div className={styles.inside}>
        <h2 id={id} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {children !== undefined && <div className={styles.body}>{children}</div>}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        {closable && (
          <div className={styles.close}>
            <IconButton label={labels.close} size="small" onClick={onClose}>
              <CloseIcon />
            </IconButton>
          </div>
        )}
      </div>
    </dialog>
  );
}

/** What asks for it, else the first field, else the title, which is then read out. */
function firstFocus(dialog: HTMLElement): HTMLElement | null {
  const find = (selector: string) => dialog.querySelector<HTMLElement>(selector);
  const field = ":is(input, select, textarea):not(:disabled, [type=hidden])";
  return find("[data-autofocus]") ?? find(field) ?? find("h2");
}
