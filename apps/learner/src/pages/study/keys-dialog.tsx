import { Dialog, Kbd } from "@wordloom/ui";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { printedKey } from "../../features/keys/key-names.ts";
import { useText } from "../../text/text-provider.tsx";
import styles from "./keys-dialog.module.css";

/** All keys of studying. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const { keys } = useAppSettings();
  const rows = [
    [t("help.go_on"), [printedKey(keys.reveal), "↵"]],
    [t("help.choose"), ["1", "2", "3", "4"]],
    [t("common.undo"), [printedKey(keys.undo), printedKey("ctrl+z")]],
    [t("study.sound"), [printedKey(keys.sound)]],
    [t("study.hint"), [printedKey(keys.hint)]],
    [t("study.known"), [printedKey(keys.known)]],
    [t("study.favorite"), [printedKey(keys.favorite)]],
    [t("study.note"), [printedKey(keys.note)]],
    [t("study.suspend"), [printedKey(keys.suspend)]],
    [t("study.bury"), [printedKey(keys.bury)]],
    [t("study.leave"), ["Esc"]],
    [t("help.this"), ["?"]],
  ] as const;
  return (
    <Dialog open onClose={onClose} title={t("help.keys")}>
      <dl className={styles.keys}>
        {rows.map(([label, names]) => (
          <div key={label} className={styles.row}>
            <dt>{label}</dt>
            <dd>
              {names.map((name) => (
                <Kbd key={name} className={styles.key}>
                  {name}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{t("help.note")}</p>
    </Dialog>
  );
}
