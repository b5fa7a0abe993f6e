import { Section, SkeletonRows, Stack, Table, Text } from "@wordloom/ui";
import type { SettingAbout } from "@wordloom/contract";
import { Reading } from "@wordloom/web";
import { readSettingsSchema } from "virtual:endpoints";
import { MailTest } from "../../features/mail-test/mail-test.tsx";
import { partOfSetting } from "../../features/settings/setting-places.ts";
import { useSought } from "../../features/settings/use-sought.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { groupName } from "./stored-settings.tsx";

/** What is decided on the machine, by variables of the environment; and whether mail goes out. */
export function FixedSettings() {
  const { t } = useText();
  const schema = useRead(readSettingsSchema);
  return (
    <Stack space={4}>
      <Text tone="soft">{t("settings.machine_text")}</Text>
      <Section heading={t("settings.mail")}>
        <MailTest />
      </Section>
      <Reading query={schema} heading={t("settings.failed")} skeleton={<SkeletonRows />}>
        {({ fields }) => <Groups fixed={fields.filter((it) => partOfSetting(it) === "machine")} />}
      </Reading>
    </Stack>
  );
}

function Groups({ fixed }: { readonly fixed: readonly SettingAbout[] }) {
  const text = useText();
  useSought();
  return [...Map.groupBy(fixed, ({ group }) => group)].map(([group, rows]) => (
    <Section key={group} heading={groupName(group, text)}>
      <Variables group={groupName(group, text)} rows={rows} />
    </Section>
  ));
}

function Variables({
  group,
  rows,
}: {
  readonly group: string;
  readonly rows: readonly SettingAbout[];
}) {
  const { t } = useText();
  return (
    <Table
      caption={group}
      captionHidden
      dense
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        {
          ...{ key: "name", header: t("settings.variable"), rowHeader: true },
          cell: ({ key }) => (
            <span id={key} tabIndex={-1}>
              {key}
            </span>
          ),
        },
        {
          key: "value",
          header: t("settings.value"),
          cell: ({ value }) => shownValue(value),
        },
        {
          key: "source",
          header: t("settings.source"),
          cell: ({ source }) => t(`settings.source_${source}`),
        },
        { key: "about", header: t("settings.about"), cell: ({ description }) => description },
      ]}
    />
  );
}

function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
