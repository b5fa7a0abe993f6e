import { Button, Empty, Headline, List, Row, Section, SkeletonRows, Stack } from "@wordloom/ui";
import type { Wordbook } from "@wordloom/contract";
import { listUserWordbooks, readWordbookProgress } from "virtual:endpoints";
import { useState } from "react";
import { useSearch } from "wouter";
import { Reading } from "@wordloom/web";
import { BookRow } from "../../features/books/book-row.tsx";
import { useChosenBooks } from "../../features/books/use-chosen-books.ts";
import { useSystemBooks } from "../../features/books/use-system-books.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useBringWords } from "../../features/imports/use-bring-words.tsx";
import { BookFromAddress } from "./book-from-address.tsx";
import { BroughtFiles } from "./brought-files.tsx";
import { CenterSection } from "./center-section.tsx";
import { ImportHistory } from "./import-history.tsx";
import { NewBook } from "./new-book.tsx";
import { useText } from "../../text/use-text.ts";

/** The learner's books, the service's, and those of the wordbook center. */
export function BooksPage() {
  const { t } = useText();
  const own = useRead(listUserWordbooks);
  const system = useSystemBooks();
  const [isWide, setWide] = useState(false);
  const asked = useSearch();
  const [makes, setMakes] = useState(asked === "new");
  const [loads, setLoads] = useState(false);
  const bring = useBringWords({ opensAtOnce: asked === "bring" });
  return (
    <Stack space={5}>
      <Row spread>
        <Headline>{t("books.title")}</Headline>
        <Row space={1}>
          <Button onClick={() => setMakes(true)}>{t("books.new")}</Button>
          <Button kind="primary" onClick={bring.open}>
            {t("imports.bring")}
          </Button>
        </Row>
      </Row>
      <Section
        heading={t("books.own")}
        action={
          <Button kind="plain" size="small" onClick={() => setLoads(true)}>
            {t("books.address")}
          </Button>
        }
      >
        <Reading
          query={own}
          level={3}
          heading={t("books.own_failed")}
          skeleton={<SkeletonRows rows={3} />}
        >
          {(books) =>
            books.length > 0 ? (
              <Books books={books} />
            ) : (
              <Empty heading={t("books.own_empty")} level={3} text={t("books.own_empty_text")} />
            )
          }
        </Reading>
      </Section>
      <BroughtFiles />
      <Section heading={t("books.system")}>
        <Reading
          query={system}
          level={3}
          heading={t("books.failed")}
          skeleton={<SkeletonRows rows={3} />}
        >
          {({ offered, others }) =>
            offered.length + others.length > 0 ? (
              <Stack space={2}>
                <Books books={isWide ? [...offered, ...others] : offered} />
                {others.length > 0 && !isWide && (
                  <div data-flush-start="">
                    <Button kind="plain" size="small" onClick={() => setWide(true)}>
                      {t("books.other_languages", { count: others.length })}
                    </Button>
                  </div>
                )}
              </Stack>
            ) : (
              <Empty heading={t("books.system_empty")} level={3} />
            )
          }
        </Reading>
      </Section>
      <CenterSection />
      <ImportHistory />
      {bring.sheet}
      {makes && <NewBook onClose={() => setMakes(false)} />}
      {loads && <BookFromAddress onClose={() => setLoads(false)} />}
    </Stack>
  );
}

function Books({ books }: { readonly books: readonly Wordbook[] }) {
  const chosen = useChosenBooks();
  const progress = useRead(readWordbookProgress);
  return (
    <List keyboard>
      {books.map((book) => (
        <BookRow
          key={book.id}
          book={book}
          progress={progress.data?.find(({ wordbookId }) => wordbookId === book.id)}
          chosen={chosen}
        />
      ))}
    </List>
  );
}
