import { Button, Row, Stack, Switch, Text, TextField, type BoundField } from "@wordloom/ui";
import type { SettingAbout } from "@wordloom/contract";
import { listAdminAccounts } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { settingName, settingText } from "../../features/settings/setting-places.ts";
import { useText } from "../../text/use-text.ts";
import { useDollars } from "../../features/units/use-dollars.ts";
import { LimitsField } from "./limits-field.tsx";
import { isSwitch, originText, rangeText, standardText, typedOf } from "./setting-values.ts";

interface SettingFieldProps {
  readonly about: SettingAbout;
  readonly field: BoundField<string>;
  /** Removes the stored value. */
  readonly onDefault: () => void;
}

/** One setting: its value, range and origin, and who set it. */
export function SettingField({ about, field, onDefault }: SettingFieldProps) {
  const text = useText();
  const isChanged = field.value !== typedOf([about])[about.key];
  return (
    <Stack space={0.5}>
      <Control about={about} field={field} />
      <Row>
        {isChanged ? (
          <Text tone="faint" size="small">
            {text.t("settings.unsaved")}
          </Text>
        ) : (
          <Origin about={about} />
        )}
        {about.source === "stored" && (
          <Button kind="plain" size="small" onClick={onDefault}>
            {text.t("settings.take_default")}
          </Button>
        )}
      </Row>
    </Stack>
  );
}

function Control({ about, field }: Pick<SettingFieldProps, "about" | "field">) {
  const text = useText();
  const label = settingName(about, text);
  const dollars = useDollars(about.unit === "yuan" ? Number(field.value) : undefined);
  const explained = [settingText(about, text), rangeText(about, text), dollars]
    .filter(Boolean)
    .join(" · ");
  if (isSwitch(about)) {
    const { value, onChange, ...rest } = field;
    return (
      <Switch
        {...rest}
        label={label}
        hint={explained}
        checked={value === "true"}
        onChange={(checked) => onChange(String(checked))}
      />
    );
  }
  if (about.type === "object") {
    return <LimitsField label={label} hint={explained} field={field} />;
  }
  const inputMode = about.type === "string" ? "text" : "decimal";
  return (
    <TextField label={label} hint={explained} inputMode={inputMode} spellCheck={false} {...field} />
  );
}

function Origin({ about }: Pick<SettingFieldProps, "about">) {
  const text = useText();
  const { t, date } = text;
  const admins = useRead(listAdminAccounts);
  const { source, updatedAt, updatedBy, effect } = about;
  const stored = {
    by: admins.data?.admins.find(({ id }) => id === updatedBy)?.email ?? updatedBy,
    when: updatedAt === null ? "" : date(updatedAt, { dateStyle: "medium" }),
  };
  const standard = standardText(about, text);
  return (
    <Text tone="faint" size="small">
      {originText(about, stored, text)}
      {source !== "default" && standard !== undefined && ` · ${standard}`}
      {effect === "new_sessions" && ` · ${t("settings.new_sessions")}`}
    </Text>
  );
}
