import { Dialog, Headword, List, ListRow, SkeletonRows, Stack, Text } from "@wordloom/ui";
import { foreseeCenterSync, previewCenterBook } from "virtual:endpoints";
import type { ReactNode } from "react";
import { Reading } from "@wordloom/web";
import { BookText } from "./book-text.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { textAttributesOf } from "../question/word-language.ts";
import { useText } from "../../text/use-text.ts";

const WORDS_SHOWN = 10;

/** The first words of a book of the center, before it is imported. */
export function CenterPreview({
  book,
  isUpdate = false,
  onClose,
  actions,
}: {
  readonly book: { readonly id: string; readonly name: string; readonly description: string };
  /** An earlier version is installed, so the dialog first lists the changes of the newer one. */
  readonly isUpdate?: boolean;
  readonly onClose: () => void;
  readonly actions?: ReactNode;
}) {
  const { t } = useText();
  const preview = useRead(previewCenterBook, {
    params: { id: book.id },
    query: { perPage: WORDS_SHOWN },
  });
  return (
    <Dialog open onClose={onClose} title={book.name} actions={actions}>
      <Stack space={2}>
        {isUpdate && <Changes id={book.id} />}
        {book.description !== "" && (
          <Text tone="soft">
            <BookText text={book.description} />
          </Text>
        )}
        <Reading
          query={preview}
          level={3}
          heading={t("books.preview_failed")}
          skeleton={<SkeletonRows rows={5} />}
        >
          {({ words }) => (
            <List>
              {words.data.map(({ spelling, meanings }, at) => (
                <ListRow key={at} detail={meanings.join("; ")}>
                  <Headword {...textAttributesOf(spelling)}>{spelling}</Headword>
                </ListRow>
              ))}
            </List>
          )}
        </Reading>
      </Stack>
    </Dialog>
  );
}

function Changes({ id }: { readonly id: string }) {
  const { t } = useText();
  const foreseen = useRead(foreseeCenterSync, { params: { id } });
  return (
    <Reading
      query={foreseen}
      level={3}
      heading={t("books.preview_failed")}
      skeleton={<SkeletonRows rows={1} />}
    >
      {({ wordsAdded: added, wordsUpdated: changed, wordsRemoved: removed, ...versions }) => (
        <Text>
          {t("books.would_change", {
            added,
            changed,
            removed,
            from: versions.localVersion,
            to: versions.remoteVersion,
          })}
        </Text>
      )}
    </Reading>
  );
}
