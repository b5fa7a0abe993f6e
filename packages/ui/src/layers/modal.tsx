import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from "react";
import { IconButton } from "../controls/icon-button.tsx";
import { cx } from "../cx.ts";
import { CloseIcon } from "../icons/icons.tsx";
import { useUi } from "../ui-provider.tsx";
import { holdToasts } from "./toaster.tsx";
import styles from "./modal.module.css";

export interface ModalProps {
  readonly open: boolean;
  /** Called on Esc, on the close button, and on a press outside. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Buttons at the end, the most likely one last. */
  readonly actions?: ReactNode;
  /** If false, only an action closes it; for work in progress. */
  readonly closable?: boolean | undefined;
}

/**
 * The browser's own modal dialog: blocks the page behind it, closes on Esc, and returns the focus.
 * The content is on the page only while it is open.
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
    const releaseToasts = holdToasts();
    return () => {
      releaseToasts();
      shown.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const pressed = useRef<EventTarget>(null);
  const beside = (event: MouseEvent) => {
    // A press that began inside, for example selecting text, does not close it.
    const both = pressed.current === event.target && event.target === dialog.current;
    if (both && closable) onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={cx(styles.modal, styles[look])}
      onCancel={(event) => {
        // The dialog of a file input inside fires this event, too.
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

/**
 * The element that requests the focus, or the first field, or the title, which is then read out.
 */
function firstFocus(dialog: HTMLElement): HTMLElement | null {
  const find = (selector: string) => dialog.querySelector<HTMLElement>(selector);
  const field = ":is(input, select, textarea):not(:disabled, [type=hidden])";
  return find("[data-autofocus]") ?? find(field) ?? find("h2");
}
