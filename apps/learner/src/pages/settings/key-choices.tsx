import { Button, List, ListRow, LiveRegion, Section, Text } from "@wordloom/ui";
import { useEffectEvent, useLayoutEffect, useState } from "react";
import { isChoosableKey, keyName } from "@wordloom/web";
import {
  defaultSettings,
  studyActions,
  type StudyAction,
} from "../../features/app-settings/app-settings.ts";
import { changeAppSettings, useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { usePrintedKey } from "../../features/keys/use-printed-key.ts";
import { useText } from "../../text/use-text.ts";

/** Digits choose options; the others open search and help. */
const TAKEN = new Set(["1", "2", "3", "4", "/", "?"]);

/** The keys while studying; each is changed by pressing another one. */
export function KeyChoices() {
  const { t } = useText();
  const { keys } = useAppSettings();
  const [waiting, setWaiting] = useState<StudyAction>();
  const [said, setSaid] = useState("");
  const printed = usePrintedKey();
  const take = useEffectEvent((event: KeyboardEvent) => {
    if (waiting === undefined || ["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    setWaiting(undefined);
    const name = keyName(event);
    if (name === "Escape") return setSaid("");
    if (!isChoosableKey(name)) return setSaid(t("settings.key_unfit"));
    const other = studyActions.find((action) => action !== waiting && keys[action] === name);
    if (other !== undefined || TAKEN.has(name)) {
      const use = other === undefined ? t("settings.key_fixed") : t(`settings.key_${other}`);
      return setSaid(t("settings.key_conflict", { key: printed(name), use }));
    }
    setSaid("");
    void changeAppSettings({ keys: { ...keys, [waiting]: name } });
  });
  useLayoutEffect(() => {
    if (waiting === undefined) return;
    addEventListener("keydown", take, { capture: true });
    return () => removeEventListener("keydown", take, { capture: true });
  }, [waiting]);
  return (
    <Section
      ruled
      heading={t("settings.keys")}
      action={
        <Button
          size="small"
          kind="plain"
          onClick={() => void changeAppSettings({ keys: defaultSettings.keys })}
        >
          {t("settings.keys_reset")}
        </Button>
      }
    >
      <Text size="small" tone="soft">
        {t("settings.keys_text")}
      </Text>
      <List>
        {studyActions.map((action) => (
          <KeyRow
            key={action}
            name={t(`settings.key_${action}`)}
            printed={printed(keys[action])}
            isWaiting={waiting === action}
            onPress={() => setWaiting(waiting === action ? undefined : action)}
          />
        ))}
      </List>
      {said !== "" && <Text tone="slip">{said}</Text>}
      <LiveRegion text={said} />
    </Section>
  );
}

/** An act with its key; after a press it waits for the new key. */
function KeyRow({
  name,
  printed,
  isWaiting,
  onPress,
}: {
  readonly name: string;
  readonly printed: string;
  readonly isWaiting: boolean;
  readonly onPress: () => void;
}) {
  const { t } = useText();
  return (
    <ListRow
      end={
        <Button
          size="small"
          aria-label={`${name}: ${printed}`}
          aria-pressed={isWaiting}
          onClick={onPress}
        >
          {isWaiting ? t("settings.key_press") : printed}
        </Button>
      }
    >
      {name}
    </ListRow>
  );
}
