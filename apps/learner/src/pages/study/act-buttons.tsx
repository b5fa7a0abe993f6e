import { IconButton, Kbd, Menu, UndoIcon, type MenuItem } from "@wordloom/ui";
import { memo, useDeferredValue } from "react";
import { openLayer } from "../../features/anywhere/open-layer.ts";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { usePrintedKey } from "../../features/keys/use-printed-key.ts";
import type { WordAct } from "./use-study-acts.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./study.module.css";

interface Props {
  readonly acts: readonly WordAct[];
}

const showKeys = () => openLayer.set("help");

/** The acts in the margin of wide screens, each with its key. */
export function ActButtons({ acts }: Props) {
  const { t } = useText();
  const printedKey = usePrintedKey();
  const { keys } = useAppSettings();
  return (
    <div className={styles.acts}>
      {acts.map(({ action, label, run, isPressed }) => (
        <button
          key={action}
          type="button"
          className={styles.act}
          aria-pressed={isPressed}
          onClick={run}
        >
          {label} <Kbd aria-hidden="true">{printedKey(keys[action])}</Kbd>
        </button>
      ))}
      <button type="button" className={styles.act} onClick={showKeys}>
        {t("study.keys")} <Kbd aria-hidden="true">?</Kbd>
      </button>
    </div>
  );
}

/** The acts in the bar of narrow screens: undo, and the rest in a menu. */
export function ActMenu({ acts }: Props) {
  return <Acts acts={useDeferredValue(acts)} />;
}

/** Drawn after the card, which the learner looks at first. */
const Acts = memo(function Acts({ acts }: Props) {
  const { t } = useText();
  const undo = acts.find(({ action }) => action === "undo");
  const items: MenuItem[] = [
    ...acts.map(({ label, run, isPressed }) => ({
      label,
      onSelect: run,
      ...(isPressed !== undefined && { checked: isPressed }),
    })),
    { label: t("study.keys"), onSelect: showKeys, ruled: true },
  ];
  return (
    <div className={styles.narrowActs}>
      {undo !== undefined && (
        <IconButton label={undo.label} onClick={undo.run}>
          <UndoIcon />
        </IconButton>
      )}
      <Menu label={t("study.more")} items={items} />
    </div>
  );
});
