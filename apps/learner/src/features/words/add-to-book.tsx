import { Button, Dialog, List, ListRow, Row, SkeletonRows, TextField } from "@wordloom/ui";
import { useState } from "react";
import { createWordbook, listUserWordbooks } from "virtual:endpoints";
import { Reading } from "@wordloom/web";
import { BookText } from "../books/book-text.tsx";
import { call } from "../../server-state/api.ts";
import { useRead } from "../../server-state/use-read.ts";
import type { useWordActs } from "./use-list-acts.ts";
import { useText } from "../../text/use-text.ts";

/** Lets the learner choose or create a book of her own, and adds the words to it. */
export function AddToBook({
  ids,
  acts,
  onClose,
}: {
  readonly ids: readonly string[];
  readonly acts: ReturnType<typeof useWordActs>;
  /** `done`: the words are in a book. */
  readonly onClose: (done: boolean) => void;
}) {
  const { t } = useText();
  const books = useRead(listUserWordbooks);
  const [name, setName] = useState("");
  const add = async (book: { id: string; name: string }) => {
    if (await acts.addTo(book, ids)) onClose(true);
  };
  const make = async () => {
    await acts.run(async () => {
      await add(await call(createWordbook, { body: { name } }));
      return undefined;
    });
  };
  return (
    <Dialog open onClose={() => onClose(false)} title={t("words.add_title")}>
      <Reading
        query={books}
        heading={t("books.failed")}
        level={3}
        skeleton={<SkeletonRows rows={3} />}
      >
        {(own) => (
          <List>
            {own.map((book) => (
              <ListRow
                key={book.id}
                onPress={() => void add(book)}
                end={t("books.word_count", { count: book.wordCount })}
              >
                <BookText text={book.name} />
              </ListRow>
            ))}
          </List>
        )}
      </Reading>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "") void make();
        }}
      >
        <Row align="end">
          <TextField label={t("books.new_name")} value={name} onChange={setName} maxLength={100} />
          <Button type="submit" busy={acts.busy} disabled={name.trim() === ""}>
            {t("words.add_new")}
          </Button>
        </Row>
      </form>
    </Dialog>
  );
}
