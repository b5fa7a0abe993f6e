import { useState, type ReactNode } from "react";
import { Button } from "../controls/button.tsx";
import { TextField } from "../controls/text-field.tsx";
import { Modal, type ModalProps } from "./modal.tsx";
import styles from "./dialog.module.css";

/** Something that the person must deal with before continuing. */
export function Dialog({ wide = false, ...props }: ModalProps & { wide?: boolean | undefined }) {
  return <Modal {...props} look={wide ? "wide" : "dialog"} />;
}

/** Details or a few settings: slides in from below on phones, from the end elsewhere. */
export function Sheet(props: ModalProps) {
  return <Modal {...props} look="sheet" />;
}

export interface ConfirmProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** A question: "Delete the book?" */
  readonly title: string;
  /** What will happen, and to what. */
  readonly children: ReactNode;
  /** A verb: "Delete". */
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly onConfirm: () => void;
  readonly danger?: boolean | undefined;
  readonly busy?: boolean | undefined;
  /** For irreversible acts: the person must type this text first. */
  readonly typed?: { readonly label: string; readonly text: string } | undefined;
  /** Why it failed. */
  readonly error?: ReactNode;
}

/** Confirms an irreversible act. For everything else: do it, and offer undo in a toast. */
export function ConfirmDialog({ open, ...props }: ConfirmProps) {
  return open ? <OpenConfirm {...props} /> : null;
}

function OpenConfirm({
  onClose,
  title,
  children,
  confirmLabel,
  cancelLabel,
  onConfirm,
  danger = false,
  busy = false,
  typed,
  error,
}: Omit<ConfirmProps, "open">) {
  const [text, setText] = useState("");
  const ready = typed === undefined || text.trim() === typed.text.trim();
  const confirm = () => {
    if (ready && !busy) onConfirm();
  };
  const actions = (
    <>
      <Button onClick={onClose}>{cancelLabel}</Button>
      <Button kind={danger ? "danger" : "primary"} busy={busy} disabled={!ready} onClick={confirm}>
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Modal open look="dialog" {...{ onClose, title, actions }} closable={!busy}>
      <div className={styles.text}>{children}</div>
      {typed !== undefined && (
        <form
          className={styles.typed}
          onSubmit={(event) => {
            event.preventDefault();
            confirm();
          }}
        >
          <TextField
            label={typed.label}
            value={text}
            onChange={setText}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </form>
      )}
      {error}
    </Modal>
  );
}
