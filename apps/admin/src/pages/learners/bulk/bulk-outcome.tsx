import { Button, Dialog, List, ListRow, Stack } from "@wordloom/ui";
import type { AdminUser, BulkResult } from "@wordloom/contract";
import { resetLink } from "../../../features/secrets/reset-link.ts";
import { ShownOnce } from "../../../features/secrets/shown-once.tsx";
import { useText } from "../../../text/use-text.ts";

interface OutcomeProps {
  /** The learners that the act was tried on. */
  readonly of: readonly AdminUser[];
  readonly result: BulkResult;
  readonly onClose: () => void;
}

/** The results that need attention: links, which are shown only once, and failures. */
export function BulkOutcome({ of, result, onClose }: OutcomeProps) {
  const { t } = useText();
  const links = linksOf(of, result);
  const failed = result.failed > 0 && <Failures of={of} result={result} />;
  if (links.length > 0) {
    return (
      <ShownOnce
        title={t("bulk.links", { count: links.length })}
        label={t("bulk.links_label")}
        secrets={links}
        onClose={onClose}
      >
        <p>{t("bulk.links_text")}</p>
        {failed}
      </ShownOnce>
    );
  }
  if (failed === false) return null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("bulk.failed", { count: result.failed })}
      actions={<Button onClick={onClose}>{t("common.close")}</Button>}
    >
      {failed}
    </Dialog>
  );
}

/** One line per learner: the email address and the link. */
function linksOf(of: OutcomeProps["of"], { results }: BulkResult): readonly string[] {
  return results.flatMap(({ userId, resetKey }) => {
    if (resetKey === undefined) return [];
    const email = of.find(({ id }) => id === userId)?.email ?? userId;
    return [`${email} ${resetLink(resetKey)}`];
  });
}

function Failures({ of, result }: Pick<OutcomeProps, "of" | "result">) {
  const { t, has } = useText();
  const wordsOf = (code: string | null) => {
    const key = `errors.${code}`;
    return has(key) ? t(key) : t("errors.refused");
  };
  return (
    <Stack space={1}>
      <p>{t("bulk.failed_text", { count: result.succeeded })}</p>
      <List>
        {result.results
          .filter(({ success }) => !success)
          .map(({ userId, error }) => (
            <ListRow key={userId} detail={wordsOf(error)}>
              {of.find(({ id }) => id === userId)?.username ?? userId}
            </ListRow>
          ))}
      </List>
    </Stack>
  );
}
