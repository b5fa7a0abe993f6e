import { Button, cx, IconButton, Kbd, Menu, StarIcon, UndoIcon, type MenuItem } from "@wordloom/ui";
import { memo, useDeferredValue, type ReactNode } from "react";
import { openLayer } from "../../features/anywhere/open-layer.ts";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { hasKeyboard } from "../../features/keys/has-keyboard.ts";
import { usePrintedKey } from "../../features/keys/use-printed-key.ts";
import type { Acting, WordAct } from "./use-study-acts.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./study.module.css";

interface Props {
  readonly acts: readonly WordAct[];
}

const showKeys = () => openLayer.set("help");

/** Acts that come and go with the question. They are the last, and keep their lines. */
const passing: readonly WordAct["action"][] = ["undo", "sound", "hint", "edit", "wrong"];

/** The acts in the margin of wide screens, one a line, each with its key. */
export function ActList({ acts }: Props) {
  const { t } = useText();
  return (
    <div className={styles.acts}>
      {acts
        .filter(({ action }) => !passing.includes(action))
        .map((act) => (
          <ActLine key={act.action} act={act} />
        ))}
      <button type="button" className={styles.act} onClick={showKeys}>
        {t("study.keys")} <Kbd aria-hidden="true">?</Kbd>
      </button>
      {passing.map((action) => {
        const act = acts.find((one) => one.action === action);
        return act === undefined ? (
          <span key={action} className={styles.act} aria-hidden="true" />
        ) : (
          <ActLine key={action} act={act} />
        );
      })}
    </div>
  );
}

function ActLine({ act: { action, label, run, isPressed } }: { readonly act: WordAct }) {
  const printedKey = usePrintedKey();
  const keys: Partial<Record<WordAct["action"], string>> = useAppSettings().keys;
  const key = keys[action];
  return (
    <button type="button" className={styles.act} aria-pressed={isPressed} onClick={run}>
      {label} {key !== undefined && <Kbd aria-hidden="true">{printedKey(key)}</Kbd>}
    </button>
  );
}

/** The acts in the bar of narrow screens, in a menu. */
export function ActMenu({ acts }: Props) {
  return <Acts acts={useDeferredValue(acts)} />;
}

/** Drawn after the card, which the learner looks at first. */
const Acts = memo(function Acts({ acts }: Props) {
  const { t } = useText();
  const items: MenuItem[] = [
    ...acts.map(({ label, run, isPressed }) => ({
      label,
      onSelect: run,
      ...(isPressed !== undefined && { checked: isPressed }),
    })),
    ...(hasKeyboard() ? [{ label: t("study.keys"), onSelect: showKeys, ruled: true }] : []),
  ];
  return (
    <div className={styles.narrowActs}>
      <Menu label={t("study.more")} items={items} />
    </div>
  );
});

/**
 * The row below the card of narrow screens, within reach of a thumb: undo, what was just done or
 * else `children`, and the star of a favorite.
 * @param props.isTall whether three lines have room
 */
export function ThumbRow({
  acts,
  said,
  isTall,
  children,
}: Props & Pick<Acting, "said"> & { readonly isTall: boolean; readonly children: ReactNode }) {
  const undo = acts.find(({ action }) => action === "undo");
  const favorite = acts.find(({ action }) => action === "favorite");
  return (
    <div className={cx(styles.thumbRow, isTall && styles.tall)}>
      {undo === undefined ? (
        <span />
      ) : (
        <IconButton label={undo.label} onClick={undo.run}>
          <UndoIcon />
        </IconButton>
      )}
      <div>
        <p role="status">{said}</p>
        {said === undefined && children}
      </div>
      {favorite === undefined ? (
        <span />
      ) : (
        <IconButton
          label={favorite.label}
          aria-pressed={favorite.isPressed}
          className={styles.star}
          onClick={favorite.run}
        >
          <StarIcon filled={favorite.isPressed} />
        </IconButton>
      )}
    </div>
  );
}

/** Leaves a new word out, for learners without keys. */
export function KnownButton({ acts }: Props) {
  const known = acts.find(({ action }) => action === "known");
  if (known === undefined) return null;
  return (
    <Button size="large" wide onClick={known.run}>
      {known.label}
    </Button>
  );
}
