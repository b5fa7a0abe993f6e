import { Empty, List, ListRow } from "@wordloom/ui";
import type { AdminUser } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { listLearnerActions, listLearnerAudit } from "virtual:endpoints";
import { useAdminNames } from "../../features/access/use-admin-names.ts";
import { OffsetPages, useOffsetPage } from "../../features/offset-pages/offset-pages.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { actionText, actorText } from "../../features/audit/audit-words.ts";
import { useText } from "../../text/use-text.ts";

interface OfLearner {
  readonly learner: AdminUser;
}

/** The learner's recent activity apart from answers. */
export function LearnerActivity({ learner: { id } }: OfLearner) {
  const { t, date } = useText();
  const paging = useOffsetPage("doings");
  const actions = useRead(
    listLearnerActions,
    { params: { id }, query: paging.query },
    { keepPrevious: true },
  );
  return (
    <Loaded of={actions} failed={t("learners.part_failed")}>
      {({ entries }) => (
        <OffsetPages
          label={t("learners.part_doings")}
          {...{ paging, rows: entries }}
          empty={<Empty heading={t("learners.no_doings")} />}
        >
          {(rows) => (
            <List keyboard>
              {rows.map((entry) => (
                <ListRow
                  key={entry.id}
                  detail={entry.ip ?? undefined}
                  end={date(entry.createdAt, { dateStyle: "medium", timeStyle: "short" })}
                >
                  {t(`learners.did_${entry.action.replace(".", "_") as DoneKey}`)}
                </ListRow>
              ))}
            </List>
          )}
        </OffsetPages>
      )}
    </Loaded>
  );
}

type DoneKey = "login" | "session_complete" | "goal_update" | "fatigue_alert";

/** Administrators' acts on the account. */
export function LearnerAudit({ learner: { id } }: OfLearner) {
  const text = useText();
  const { t, date } = text;
  const paging = useOffsetPage("entries");
  const audit = useRead(
    listLearnerAudit,
    { params: { id }, query: paging.query },
    { keepPrevious: true },
  );
  const { nameOf } = useAdminNames();
  return (
    <Loaded of={audit} failed={t("learners.part_failed")}>
      {({ entries }) => (
        <OffsetPages
          label={t("learners.part_audit")}
          {...{ paging, rows: entries }}
          empty={<Empty heading={t("learners.no_audit")} />}
        >
          {(rows) => (
            <List keyboard>
              {rows.map((entry) => (
                <ListRow
                  key={entry.id}
                  href={`/audit/${entry.id}`}
                  detail={actorText(entry, text, nameOf)}
                  end={date(entry.startedAt, { dateStyle: "medium", timeStyle: "short" })}
                >
                  {actionText(entry.action, text)}
                </ListRow>
              ))}
            </List>
          )}
        </OffsetPages>
      )}
    </Loaded>
  );
}
