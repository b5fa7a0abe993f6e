import { Empty, Headline, SkeletonRows, Stack, Text } from "@wordloom/ui";
import type { Dictionary } from "@wordloom/contract";
import { Reading } from "@wordloom/web";
import { listDictionaries } from "virtual:endpoints";
import { useAddress } from "../../features/address/use-address.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { AddDictionary } from "./add-dictionary.tsx";
import { DictionaryJob } from "./dictionary-job.tsx";
import { DictionaryTable } from "./dictionary-table.tsx";

/** The dictionaries from which words without a meaning are filled. */
export function DictionariesPage() {
  const text = useText();
  const { t } = text;
  // In the address, so that the job can be followed after a reload.
  const [{ job }, change] = useAddress({ job: "" });
  const read = useRead(listDictionaries);
  return (
    <Reading query={read} level={1} heading={t("dictionaries.failed")} skeleton={<SkeletonRows />}>
      {({ dictionaries }) => (
        <Stack space={3}>
          <header>
            <Headline>{headlineOf(dictionaries, text)}</Headline>
            <Text tone="soft">{t("dictionaries.text")}</Text>
          </header>
          {dictionaries.length === 0 ? (
            <Empty heading={t("dictionaries.none")} text={t("dictionaries.none_text")} />
          ) : (
            <DictionaryTable dictionaries={dictionaries} />
          )}
          {job !== "" && <DictionaryJob key={job} id={job} onClose={() => change({ job: "" })} />}
          <AddDictionary onSent={({ id }) => change({ job: id })} />
        </Stack>
      )}
    </Reading>
  );
}

function headlineOf(dictionaries: readonly Dictionary[], { t }: Translator): string {
  const count = dictionaries.length;
  const entries = dictionaries.reduce((sum, one) => sum + one.entries, 0);
  return count === 0 ? t("shell.dictionaries") : t("dictionaries.head", { count, entries });
}
