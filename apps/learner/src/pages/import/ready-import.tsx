import { Button, Notice, Row, Section, Skeleton, Stack, Text } from "@wordloom/ui";
import type { Import, Wordbook } from "@wordloom/contract";
import { listUserWordbooks, readStudyConfig, runImport } from "virtual:endpoints";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useSearch } from "wouter";
import { Loaded, refusalText, together } from "@wordloom/web";
import { longCall } from "../../server-state/long-call.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { Becomings } from "./becomings.tsx";
import { ColumnTable } from "./column-table.tsx";
import { DeckContents } from "./deck-contents.tsx";
import { DeleteImport } from "./delete-import.tsx";
import {
  choicesFor,
  isDeck,
  missingIn,
  optionsOf,
  readAnew,
  type ChoiceProps,
  type Choices,
} from "./import-choices.ts";
import { ProblemList } from "./problem-list.tsx";
import { ReadingFields } from "./reading-fields.tsx";
import { TargetFields } from "./target-fields.tsx";
import { useKeepImport } from "./use-followed-import.ts";
import { usePlan } from "./use-plan.ts";

/** An import that waits for the learner: what the file holds, and what would become of it. */
export function ReadyImport({ file }: { readonly file: Import }) {
  const { t, language } = useText();
  const bookId = new URLSearchParams(useSearch()).get("book");
  const needed = together(useBooksWith(bookId), useRead(readStudyConfig));
  return (
    <Loaded of={needed} failed={t("books.failed")}>
      {([books, { learningLanguages }]) => (
        <Choosing
          file={file}
          books={books}
          start={choicesFor(file, {
            books,
            bookId,
            learning: learningLanguages[0] ?? "en",
            spoken: language,
          })}
        />
      )}
    </Loaded>
  );
}

/**
 * The learner's own books. Books that were read before this one was made are no data yet: a plan
 * for another list would be kept.
 */
function useBooksWith(bookId: string | null) {
  const own = useRead(listUserWordbooks, undefined, { staleTime: 0 });
  const { data, isFetchedAfterMount } = own;
  const isHere = bookId === null || data?.some(({ id }) => id === bookId) === true;
  return isHere || isFetchedAfterMount ? own : { ...own, data: undefined };
}

interface ChoosingProps {
  readonly file: Import;
  readonly books: readonly Wordbook[];
  readonly start: Choices;
}

function Choosing({ file, books, start }: ChoosingProps) {
  const [choices, setChoices] = useState(start);
  const { preview } = file;
  if (preview === null) return null;
  return (
    <Stack space={5}>
      <Contents file={file} preview={preview} choices={choices} onChange={setChoices} />
      <TargetFields
        fileName={file.name}
        preview={preview}
        books={books}
        choices={choices}
        onChange={setChoices}
      />
      <PlanAndRun file={file} preview={preview} choices={choices} />
      <ProblemList file={file} />
    </Stack>
  );
}

function Contents({ file, preview, choices, onChange }: ChoiceProps & { readonly file: Import }) {
  const { t } = useText();
  if (isDeck(preview)) return <DeckContents {...{ preview, choices, onChange }} />;
  return (
    <Section heading={t("imports.contents")}>
      <Stack space={2}>
        <Text tone="soft">{t("imports.contents_text")}</Text>
        <ColumnTable
          preview={preview}
          choices={choices}
          onChange={(columns) => onChange({ ...choices, columns })}
        />
        <ReadingFields
          kind={file.kind}
          preview={preview}
          reading={choices.reading}
          onChange={(change) => onChange(readAnew(choices, change))}
        />
      </Stack>
    </Section>
  );
}

function PlanAndRun({
  file,
  preview,
  choices,
}: Omit<ChoiceProps, "onChange"> & { readonly file: Import }) {
  const text = useText();
  const { t } = text;
  const missing = missingIn(choices, preview);
  const options = missing === undefined ? optionsOf(choices, preview) : undefined;
  const plan = usePlan(file.id, options);
  const keep = useKeepImport();
  const run = useMutation({
    networkMode: "always",
    // The options, not the last plan: another tab may have planned since.
    mutationFn: () => longCall(runImport, { params: { id: file.id }, body: options ?? {} }),
    onSuccess: keep,
  });
  const error = run.error ?? plan.error;
  const { counts } = file;
  const words = plan.isCurrent ? (counts?.words ?? 0) : 0;
  return (
    <Section heading={t("imports.plan")} ruled>
      <Stack space={2}>
        <div role="status" aria-busy={plan.isBusy || undefined}>
          {plan.isCurrent && counts !== null && (
            <Becomings counts={counts} rows={preview.rowCount} isDeck={isDeck(preview)} />
          )}
          {plan.isBusy && <Skeleton width="70%" />}
          {missing !== undefined && <Text tone="slip">{t(`imports.missing_${missing}`)}</Text>}
        </div>
        {plan.isCurrent && words === 0 && <Text tone="soft">{t("imports.nothing_new")}</Text>}
        {error != null && (
          <Notice
            tone="slip"
            announce
            action={
              plan.error !== undefined && (
                <Button size="small" onClick={plan.again}>
                  {t("common.retry")}
                </Button>
              )
            }
          >
            {refusalOf(error, text)}
          </Notice>
        )}
        <Row space={1}>
          <Button
            kind="primary"
            disabled={!plan.isCurrent}
            busy={run.isPending}
            onClick={() => run.mutate()}
          >
            {words > 0 ? t("imports.run_count", { count: words }) : t("imports.run")}
          </Button>
          <DeleteImport file={file} />
        </Row>
      </Stack>
    </Section>
  );
}

function refusalOf(error: unknown, text: ReturnType<typeof useText>): string {
  const said = refusalText(error, text);
  const code = (error as { readonly code?: string }).code;
  return code === "OWN_WORDS_LIMIT" ? text.sentences([said, text.t("imports.make_room")]) : said;
}
