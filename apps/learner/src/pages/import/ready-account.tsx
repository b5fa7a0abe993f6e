import { Button, Notice, Row, Section, Skeleton, Stack, Text } from "@wordloom/ui";
import type { Import, ImportCounts } from "@wordloom/contract";
import { runImport } from "virtual:endpoints";
import { useMutation } from "@tanstack/react-query";
import { refusalText } from "@wordloom/web";
import { longCall } from "../../server-state/long-call.ts";
import { useText } from "../../text/use-text.ts";
import { DeleteImport } from "./delete-import.tsx";
import { ProblemList } from "./problem-list.tsx";
import { useKeepImport } from "./use-followed-import.ts";
import { usePlan } from "./use-plan.ts";

/** An account is brought as it is. */
const NO_OPTIONS = {};

/** The archive of an account that waits for the learner: what it holds, and what would come. */
export function ReadyAccount({ file }: { readonly file: Import }) {
  const text = useText();
  const { t } = text;
  const plan = usePlan(file.id, NO_OPTIONS);
  const keep = useKeepImport();
  const run = useMutation({
    networkMode: "always",
    mutationFn: () => longCall(runImport, { params: { id: file.id }, body: NO_OPTIONS }),
    onSuccess: keep,
  });
  const error = run.error ?? plan.error;
  const { counts } = file;
  const account = file.preview?.account;
  return (
    <Stack space={5}>
      <Section heading={t("imports.contents")}>
        <Stack space={1}>
          <Text>
            {t("imports.account_of", {
              name: account?.username ?? "",
              words: account?.counts["own_words"] ?? 0,
              lists: account?.counts["wordbooks"] ?? 0,
              answers: account?.counts["records"] ?? 0,
            })}
          </Text>
          <Text tone="soft">{t("imports.account_text")}</Text>
        </Stack>
      </Section>
      <Section heading={t("imports.plan")} ruled>
        <Stack space={2}>
          <div role="status" aria-busy={plan.isBusy || undefined}>
            {plan.isCurrent && counts !== null && <Text>{sumOf(counts, text)}</Text>}
            {plan.isBusy && <Skeleton width="70%" />}
          </div>
          {error != null && (
            <Notice tone="slip" announce>
              {refusalText(error, text)}
            </Notice>
          )}
          <Row space={1}>
            <Button
              kind="primary"
              disabled={!plan.isCurrent}
              busy={run.isPending}
              onClick={() => run.mutate()}
            >
              {t("imports.account_run")}
            </Button>
            <DeleteImport file={file} />
          </Row>
        </Stack>
      </Section>
      <ProblemList file={file} />
    </Stack>
  );
}

/** What comes, and what is here already. */
function sumOf(counts: ImportCounts, { t }: ReturnType<typeof useText>): string {
  const { own, books, reviews, reviewsKnown } = counts;
  return t("imports.account_sum", {
    words: own,
    lists: books,
    answers: reviews,
    known: reviewsKnown,
  });
}
