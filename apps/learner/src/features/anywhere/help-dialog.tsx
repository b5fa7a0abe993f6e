import { Dialog, Kbd, Section, Stack } from "@wordloom/ui";
import { useAppSettings } from "../app-settings/use-app-settings.ts";
import { usePrintedKey } from "../keys/use-printed-key.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./help-dialog.module.css";

type Row = readonly [label: string, keys: readonly string[]];

/** All keys of the app. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const printedKey = usePrintedKey();
  const { keys } = useAppSettings();
  const anywhere: readonly Row[] = [
    [t("find.title"), ["/", printedKey("ctrl+k")]],
    [t("help.study"), [printedKey(" ")]],
    [t("help.rows"), ["J", "K"]],
    [t("help.close"), ["Esc"]],
    [t("help.this"), ["?"]],
  ];
  const studying: readonly Row[] = [
    [t("settings.key_reveal"), [printedKey(keys.reveal), "↵"]],
    [t("help.choose"), ["1", "2", "3", "4"]],
    [t("common.undo"), [printedKey(keys.undo), printedKey("ctrl+z")]],
    [t("study.sound"), [printedKey(keys.sound)]],
    [t("study.hint"), [printedKey(keys.hint)]],
    [t("study.known"), [printedKey(keys.known)]],
    [t("study.favorite"), [printedKey(keys.favorite)]],
    [t("study.note"), [printedKey(keys.note)]],
    [t("word.add"), [printedKey(keys.addToBook)]],
    [t("study.suspend"), [printedKey(keys.suspend)]],
    [t("study.bury"), [printedKey(keys.bury)]],
    [t("settings.key_direction"), [printedKey(keys.direction)]],
    [t("study.leave"), ["Esc"]],
  ];
  return (
    <Dialog open onClose={onClose} title={t("help.keys")}>
      <Stack space={3}>
        <Section heading={t("help.anywhere")} level={3}>
          <Keys rows={anywhere} />
        </Section>
        <Section heading={t("help.studying")} level={3}>
          <Keys rows={studying} />
        </Section>
        <p className={styles.note}>{t("help.note")}</p>
      </Stack>
    </Dialog>
  );
}

function Keys({ rows }: { readonly rows: readonly Row[] }) {
  return (
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
  );
}
