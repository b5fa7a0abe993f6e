import { RadioGroup } from "@wordloom/ui";
import { changeAppSettings, useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { learnerKindOf, learnerKinds, settingsOf } from "./learner-kinds.ts";
import { useText } from "../../text/use-text.ts";

/** How one likes to learn: decides the kinds of questions. */
export function KindStep() {
  const { t } = useText();
  const { kinds } = useAppSettings();
  return (
    <RadioGroup
      label={t("first.kind_label")}
      labelHidden
      options={learnerKinds.map((kind) => ({
        value: kind,
        label: t(`first.kind_${kind}`),
        hint: t(`first.kind_${kind}_text`),
      }))}
      value={learnerKindOf(kinds)}
      onChange={(kind) => void changeAppSettings({ kinds: settingsOf(kind) })}
    />
  );
}
