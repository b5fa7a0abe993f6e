import type { LinkTarget, SlotItem, SlotName } from "@wordloom/contract/packs";
import { Button, CloseIcon, IconButton, Notice } from "@wordloom/ui";
import { useState } from "react";
import { useObservable } from "@wordloom/web/state";
import { pathOfTarget } from "../packs/deep-link.ts";
import { dismiss } from "../packs/dismissals.ts";
import { learnerWorkspace } from "../study-session/learner-workspace.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./slot-items.module.css";

/** Content from the service's operator: plain text, a picture, a link into the app. */
export function SlotItems({
  name,
  items,
}: {
  readonly name: SlotName;
  readonly items: readonly SlotItem[];
}) {
  const { t } = useText();
  // Above the page's content it is a landmark of its own.
  const role = name === "global-announcement" ? "region" : "group";
  return (
    <div role={role} className={styles.slot} data-slot={name} aria-label={t("shell.from_service")}>
      {items.map((item) => (
        <Item key={item.id} item={item} />
      ))}
    </div>
  );
}

function Item({ item }: { readonly item: SlotItem }) {
  const { title, body, imageUrl, gradient, isWarning } = item;
  return (
    <Notice
      tone={isWarning ? "slip" : "info"}
      className={styles.item}
      {...(title !== undefined && { heading: <bdi>{title}</bdi> })}
      {...(item.isDismissible && { action: <Dismiss id={item.id} /> })}
    >
      {gradient !== undefined && (
        // The color is only an accent, because text on arbitrary colors may be illegible.
        <span
          className={styles.mark}
          style={{ backgroundImage: `linear-gradient(90deg, ${gradient.join(", ")})` }}
        />
      )}
      {body !== undefined && (
        <bdi className={styles.text} dir="auto">
          {body}
        </bdi>
      )}
      {imageUrl !== undefined && <Picture key={imageUrl} url={imageUrl} />}
      {item.target !== undefined && <Way target={item.target} />}
    </Notice>
  );
}

/** Shows nothing if the picture does not load, e.g. because the page's policy forbids its host. */
function Picture({ url }: { readonly url: string }) {
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  return (
    <img
      src={url}
      alt=""
      className={styles.picture}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setShown(false)}
    />
  );
}

/** @param target  null: a target that this app does not have */
function Way({ target }: { readonly target: LinkTarget | null }) {
  const { t } = useText();
  return (
    <div className={styles.way}>
      <Button
        size="small"
        {...(target === null ? { disabled: true } : { href: pathOfTarget(target) })}
      >
        {t("shell.open")}
      </Button>
    </div>
  );
}

function Dismiss({ id }: { readonly id: string }) {
  const { t } = useText();
  const workspace = useObservable(learnerWorkspace);
  if (workspace === undefined) return null;
  return (
    <IconButton
      size="small"
      label={t("shell.hide_item")}
      onClick={() => void dismiss(workspace.store, id)}
    >
      <CloseIcon />
    </IconButton>
  );
}
