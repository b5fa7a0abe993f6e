import { Menu, MoreIcon, Stack, Switch, Table, Text, type Column } from "@wordloom/ui";
import type { Dictionary } from "@wordloom/contract";
import { languageName } from "@wordloom/language";
import { deleteDictionary, updateDictionary } from "virtual:endpoints";
import { useState } from "react";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { useAct } from "../../features/acts/use-act.ts";
import { bytesText } from "../../features/units/bytes-text.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import styles from "./dictionaries.module.css";
import { EditDictionary } from "./edit-dictionary.tsx";

type Open = { readonly what: "edit" | "delete"; readonly dictionary: Dictionary };

/** The dictionaries in the order in which they are asked. */
export function DictionaryTable({
  dictionaries,
}: {
  readonly dictionaries: readonly Dictionary[];
}) {
  const text = useText();
  const { t } = text;
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const change = useAct(updateDictionary, {
    done: ({ title }) => t("dictionaries.changed", { title }),
    readsAgainWhenRefused: true,
  });
  const enable = ({ id }: Dictionary, enabled: boolean) =>
    change.run({ params: { id }, body: { enabled } });
  const move = ({ id, position }: Dictionary, by: number) =>
    change.run({ params: { id }, body: { position: position + by } });
  return (
    <>
      <Table
        caption={t("shell.dictionaries")}
        captionHidden
        rows={dictionaries}
        rowKey={({ id }) => id}
        columns={[
          ...columnsIn(text),
          {
            key: "enabled",
            header: t("dictionaries.enabled"),
            cell: (one) => (
              <Switch
                label={t("dictionaries.use", { title: one.title })}
                labelHidden
                checked={one.enabled}
                disabled={change.busy}
                onChange={(enabled) => enable(one, enabled)}
              />
            ),
          },
          {
            key: "acts",
            header: t("dictionaries.do"),
            align: "end",
            cell: (one) => (
              <Menu
                label={t("dictionaries.acts", { title: one.title })}
                icon={<MoreIcon />}
                kind="plain"
                size="small"
                items={[
                  {
                    label: t("dictionaries.move_up"),
                    disabled: one === dictionaries[0] || change.busy,
                    onSelect: () => move(one, -1),
                  },
                  {
                    label: t("dictionaries.move_down"),
                    disabled: one === dictionaries.at(-1) || change.busy,
                    onSelect: () => move(one, 1),
                  },
                  {
                    label: t("dictionaries.edit"),
                    onSelect: () => setOpen({ what: "edit", dictionary: one }),
                  },
                  {
                    label: t("dictionaries.delete"),
                    tone: "slip",
                    ruled: true,
                    onSelect: () => setOpen({ what: "delete", dictionary: one }),
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {open?.what === "edit" && <EditDictionary dictionary={open.dictionary} onClose={close} />}
      {open?.what === "delete" && <DeleteDictionary dictionary={open.dictionary} onClose={close} />}
    </>
  );
}

function columnsIn({ t, number, list, locale }: Translator): Column<Dictionary>[] {
  return [
    {
      key: "title",
      header: t("dictionaries.title"),
      rowHeader: true,
      cell: ({ title, revision, attribution }) => (
        <Stack space={0} className={styles.title}>
          <span>{title}</span>
          {revision !== "" && (
            <Text tone="soft" size="small">
              {t("dictionaries.revision", { revision })}
            </Text>
          )}
          <Text tone="soft" size="small">
            {attribution === "" ? t("dictionaries.no_attribution") : attribution}
          </Text>
        </Stack>
      ),
    },
    {
      key: "languages",
      header: t("dictionaries.languages"),
      cell: ({ language, meaningLanguage }) =>
        meaningLanguage === null
          ? languageName(language, locale)
          : t("dictionaries.from_to", {
              from: languageName(language, locale),
              to: languageName(meaningLanguage, locale),
            }),
    },
    {
      key: "kinds",
      header: t("dictionaries.kinds"),
      cell: ({ kinds }) => list(kinds.map((kind) => t(`dictionaries.kind_${kind}`))),
    },
    {
      key: "entries",
      header: t("dictionaries.entries"),
      align: "end",
      oneLine: true,
      cell: ({ entries }) => number(entries),
    },
    {
      key: "size",
      header: t("dictionaries.size"),
      align: "end",
      oneLine: true,
      cell: ({ sizeBytes }) => bytesText(sizeBytes, number),
    },
  ];
}

/** Says what is lost; words that were filled from it stay. */
function DeleteDictionary({
  dictionary: { id, title, entries },
  onClose,
}: {
  readonly dictionary: Dictionary;
  readonly onClose: () => void;
}) {
  const { t } = useText();
  return (
    <ActDialog
      act={deleteDictionary}
      input={{ params: { id } }}
      done={() => t("dictionaries.deleted", { title })}
      danger
      onClose={onClose}
      title={t("dictionaries.delete_title", { title })}
      confirmLabel={t("dictionaries.delete_now")}
    >
      <p>{t("dictionaries.delete_text", { entries })}</p>
    </ActDialog>
  );
}
