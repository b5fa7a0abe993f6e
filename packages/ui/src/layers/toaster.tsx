import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from "react";
import { Button } from "../controls/button.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { cx } from "../cx.ts";
import { LiveRegion } from "../feedback/live-region.tsx";
import { CloseIcon, WarningIcon } from "../icons/icons.tsx";
import { useUi } from "../ui-provider.tsx";
import { createToastQueue, stayMs, type QueuedToast, type Toast } from "./toast-queue.ts";
import styles from "./toaster.module.css";

const queue = createToastQueue();

/** Reports what was done, and offers undo. Returns a function that removes the toast. */
export function toast(content: Toast): () => void {
  return queue.add(content);
}

/** Hides toasts that can wait while a dialog is open; call the returned function when it closes. */
export function holdToasts(): () => void {
  return queue.hold();
}

/** Removes all toasts, for example on sign-out. */
export function clearToasts(): void {
  queue.clear();
}

/**
 * Shows the toasts above everything else; mount it once per app. They wait while they have the
 * pointer or the focus. Esc closes the newest, and each is read out when it appears.
 */
export function Toaster() {
  const { labels } = useUi();
  const toasts = useSyncExternalStore(queue.subscribe, queue.shown, queue.shown);
  const [held, setHeld] = useState(false);
  const region = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLElement>(null);
  const newest = toasts.at(-1);
  const newestId = newest?.id;
  useLayoutEffect(() => {
    // Reopened for each toast, so that it lies above dialogs that were opened in between.
    region.current?.hidePopover();
    if (newestId !== undefined) region.current?.showPopover();
  }, [newestId]);
  useRoomBelow(region);
  useWaitForTyping();
  const remove = (id: number) => {
    const hadFocus = region.current?.contains(document.activeElement) === true;
    queue.remove(id);
    setHeld(false);
    if (hadFocus) before.current?.focus();
  };
  return (
    <>
      <LiveRegion text={newest?.text ?? ""} />
      <div
        ref={region}
        role="region"
        aria-label={labels.messages}
        popover="manual"
        className={styles.toaster}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={(event) => {
          setHeld(true);
          const from = event.relatedTarget;
          const isOutside = from instanceof HTMLElement && !event.currentTarget.contains(from);
          if (isOutside) before.current = from;
        }}
        onBlur={() => setHeld(false)}
        onKeyDown={(event) => event.key === "Escape" && newest && remove(newest.id)}
      >
        {toasts.map((entry) => (
          <ToastCard key={entry.id} toast={entry} held={held} onGone={() => remove(entry.id)} />
        ))}
      </div>
    </>
  );
}

/**
 * Sets `--toasts` to the height of the toasts, so that content below them can be scrolled into view
 * and focused elements are never covered.
 */
function useRoomBelow(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const shown = region.current;
    if (shown === null) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty("--toasts", `${shown.offsetHeight}px`),
    );
    observer.observe(shown);
    return () => {
      observer.disconnect();
      style.removeProperty("--toasts");
    };
  }, [region]);
}

const TEXT_FIELDS =
  "textarea, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=range])";

/** Toasts that can wait would lie on the buttons of what is being written. */
function useWaitForTyping(): void {
  useEffect(() => {
    let goOn: (() => void) | undefined;
    const look = () => {
      if (document.activeElement?.matches(TEXT_FIELDS) === true) goOn ??= queue.hold();
      else {
        goOn?.();
        goOn = undefined;
      }
    };
    // While the focus moves, no element has it.
    const lookSoon = () => setTimeout(look, 0);
    document.addEventListener("focusin", look);
    document.addEventListener("focusout", lookSoon);
    return () => {
      document.removeEventListener("focusin", look);
      document.removeEventListener("focusout", lookSoon);
      goOn?.();
    };
  }, []);
}

function ToastCard({
  toast: { text, picture, action, tone, id },
  toast: whole,
  held,
  onGone,
}: {
  toast: QueuedToast;
  held: boolean;
  onGone: () => void;
}) {
  const { labels } = useUi();
  const ms = stayMs(whole);
  useEffect(() => {
    if (held || ms === undefined) return undefined;
    const timer = setTimeout(() => queue.remove(id), ms);
    return () => clearTimeout(timer);
  }, [held, ms, id]);
  return (
    <div className={cx(styles.toast, tone === "slip" && styles.slip)}>
      {tone === "slip" && <WarningIcon className={styles.icon} />}
      {picture}
      <p className={styles.text}>{text}</p>
      {action !== undefined && (
        <Button
          kind="plain"
          size="small"
          onClick={() => {
            onGone();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={labels.close} size="small" onClick={onGone}>
        <CloseIcon size={18} />
      </IconButton>
    </div>
  );
}
