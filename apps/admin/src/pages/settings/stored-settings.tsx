import {
  Button,
  Form,
  FormActions,
  Section,
  SkeletonRows,
  Stack,
  useForm,
  type Refusal,
} from "@wordloom/ui";
import type { SettingAbout } from "@wordloom/contract";
import { Reading, refusalText } from "@wordloom/web";
import { changeAdminSettings, readSettingsSchema } from "virtual:endpoints";
import { useAct } from "../../features/acts/use-act.ts";
import { ApiError } from "../../server-state/api.ts";
import { Conflicts } from "../../features/conflicts/conflicts.tsx";
import { partOfSetting, settingName } from "../../features/settings/setting-places.ts";
import { useFocusSetting } from "../../features/settings/use-focus-setting.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { SettingField } from "./setting-field.tsx";
import { changesWithout, shutOutBy } from "./shut-out.ts";
import { useShutOutWarning } from "./use-shut-out-warning.tsx";
import { changesOf, refusedFields, typedOf, wrongIn, type Typed } from "./setting-values.ts";

/**
 * The settings that can change while the service runs; forms built from the service's descriptions.
 */
export function StoredSettings() {
  const { t } = useText();
  const schema = useRead(readSettingsSchema);
  return (
    <Reading query={schema} heading={t("settings.failed")} skeleton={<SkeletonRows />}>
      {({ fields }) => {
        const stored = fields.filter((field) => partOfSetting(field) === "service");
        return <SettingsForm fields={stored} />;
      }}
    </Reading>
  );
}

function SettingsForm({ fields }: { readonly fields: readonly SettingAbout[] }) {
  const text = useText();
  const { t } = text;
  const save = useAct(changeAdminSettings, {
    showsRefusals: true,
    done: () => t("settings.saved"),
  });
  const warning = useShutOutWarning();
  const inForce = Object.fromEntries(fields.map(({ key, value }) => [key, value]));
  const form = useForm<Typed>({
    initial: typedOf(fields),
    follows: true,
    check: (typed) =>
      Object.fromEntries(
        fields.map((about) => [about.key, wrongIn(about, typed[about.key]!, text)]),
      ),
    submit: async (typed) => {
      const changes = changesOf(fields, typed);
      // Nothing is saved; the typed values stay.
      if (!(await warning.agreed(shutOutBy(changes, inForce, text)))) return {};
      await save.send({ body: changes });
      return undefined;
    },
    refused: (error) => refusalOf(error, fields, text),
  });
  useFocusSetting();
  // Of this field only: what was typed in others stays.
  const takeDefault = async (about: SettingAbout) => {
    if (!(await warning.agreed(shutOutBy(changesWithout(about), inForce, text)))) return;
    form.set(about.key, typedOf([about])[about.key]!);
    save.run({ body: { [about.key]: null } });
  };
  const groups = [...Map.groupBy(fields, ({ group }) => group)];
  return (
    <Form form={form}>
      <Stack space={4}>
        {groups.map(([group, inGroup]) => (
          <Section key={group} heading={groupName(group, text)}>
            <Stack space={3}>
              {inGroup.map((about) => (
                <SettingField
                  key={about.key}
                  about={about}
                  field={form.field(about.key)}
                  onDefault={() => void takeDefault(about)}
                />
              ))}
            </Stack>
          </Section>
        ))}
        {warning.dialog}
        <Conflicts of={form} nameOf={(key) => nameIn(fields, key, text)} />
        <FormActions>
          <Button kind="primary" type="submit" busy={form.busy} disabled={!form.dirty}>
            {t("common.save")}
          </Button>
          {form.dirty && <Button onClick={() => form.reset()}>{t("settings.discard")}</Button>}
        </FormActions>
      </Stack>
    </Form>
  );
}

function nameIn(fields: readonly SettingAbout[], key: string, text: Translator): string {
  const about = fields.find((field) => field.key === key);
  return about === undefined ? key : settingName(about, text);
}

/** The console's name for a group, if there is one. */
export function groupName(group: string, { t, has }: Translator): string {
  const key = `settings.group_${group.toLowerCase().replaceAll(/\W+/g, "_")}`;
  return has(key) ? t(key) : group;
}

function refusalOf(
  error: unknown,
  fields: readonly SettingAbout[],
  text: Translator,
): Refusal<Typed> {
  const faults = error instanceof ApiError ? refusedFields(fields, error.faults, text) : {};
  return Object.keys(faults).length > 0 ? { fields: faults } : { form: refusalText(error, text) };
}
