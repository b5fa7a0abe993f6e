import {
  Button,
  Dialog,
  Empty,
  List,
  ListRow,
  Notice,
  Row,
  SearchField,
  Stack,
  useSelection,
} from "@wordloom/ui";
import type { WordPublic } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { addSystemBookWords, listWords } from "virtual:endpoints";
import { useState } from "react";
import { useAct } from "../../features/acts/use-act.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { OfBook } from "./of-book.ts";

const SHOWN = 20;

/** Adds words of the library, found by text or meaning, to a system book. */
export function AddWords({ book: { id, name }, onClose }: OfBook & { onClose: () => void }) {
  const { t } = useText();
  const [search, setSearch] = useState("");
  const query = { search: search.trim(), perPage: SHOWN };
  const options = { enabled: query.search !== "", keepPrevious: true };
  const found = useRead(listWords, { query }, options);
  const words = query.search === "" ? [] : (found.data?.data ?? []);
  const chosen = useSelection(words.map((word) => word.id));
  const add = useAct(addSystemBookWords, {
    showsRefusals: true,
    done: ({ added }) => t("wordbooks.words_added", { count: added, name }),
    onDone: onClose,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("wordbooks.add_title", { name })}
      actions={
        <Row>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button
            kind="primary"
            disabled={chosen.size === 0}
            busy={add.busy}
            onClick={() => add.run({ params: { id }, body: { wordIds: [...chosen.ids] } })}
          >
            {t("wordbooks.add_chosen", { count: chosen.size })}
          </Button>
        </Row>
      }
    >
      <Stack space={2}>
        <SearchField
          label={t("wordbooks.search_library")}
          placeholder={t("wordbooks.search_library")}
          value={search}
          onChange={setSearch}
        />
        {add.refusal !== undefined && <Notice tone="slip">{add.refusal}</Notice>}
        {query.search !== "" && (
          <Loaded of={found} failed={t("wordbooks.words_failed")}>
            {() => <Found words={words} chosen={chosen} />}
          </Loaded>
        )}
      </Stack>
    </Dialog>
  );
}

interface FoundProps {
  readonly words: readonly WordPublic[];
  readonly chosen: ReturnType<typeof useSelection<string>>;
}

function Found({ words, chosen }: FoundProps) {
  const { t } = useText();
  if (words.length === 0) return <Empty level={3} heading={t("wordbooks.not_in_library")} />;
  return (
    <List>
      {words.map(({ id, text, meaning }) => (
        <ListRow
          key={id}
          detail={meaning}
          select={{
            label: text,
            checked: chosen.has(id),
            onChange: (checked, range) => chosen.change(id, checked, range),
          }}
        >
          {text}
        </ListRow>
      ))}
    </List>
  );
}
