import { Figure, Figures, List, ListRow, Section, Stack, Text } from "@wordloom/ui";
import type { AdminUser } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { readLearnerExtras, readLearnerProfile } from "virtual:endpoints";
import { Facts } from "../../features/facts/facts.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** The account, what it holds, and where it is signed in. */
export function LearnerProfile({ learner }: { readonly learner: AdminUser }) {
  return (
    <Stack space={4}>
      <Account learner={learner} />
      <Answers id={learner.id} />
      <Extras id={learner.id} />
    </Stack>
  );
}

function Account({ learner }: { readonly learner: AdminUser }) {
  const { t, date, number } = useText();
  const time = (at: string | null) =>
    at === null ? t("users.never") : date(at, { dateStyle: "medium", timeStyle: "short" });
  const { lockedUntil, failedLoginCount: failed } = learner;
  return (
    <Facts
      rows={[
        [t("users.id"), learner.id],
        [t("users.created"), time(learner.createdAt)],
        [t("users.signed_in"), time(learner.lastLoginAt)],
        [t("users.seen"), time(learner.lastSeenAt)],
        [t("users.failed_logins"), failed > 0 && number(failed)],
        [t("users.locked"), lockedUntil !== null && time(lockedUntil)],
      ]}
    />
  );
}

function Answers({ id }: { readonly id: string }) {
  const { t, number, percent } = useText();
  const profile = useRead(readLearnerProfile, { params: { id } });
  return (
    <Section heading={t("users.answers")}>
      <Loaded of={profile} failed={t("users.part_failed")}>
        {({ totalRecords, accuracy, avgResponseTimeMs, sessionCount, wordbookDistribution }) => (
          <Stack space={2}>
            <Figures>
              <Figure value={number(totalRecords)} label={t("users.records")} />
              <Figure value={percent(accuracy)} label={t("users.right")} />
              <Figure
                value={t("users.seconds", { seconds: number(round(avgResponseTimeMs / 1_000)) })}
                label={t("users.response")}
              />
              <Figure value={number(sessionCount)} label={t("users.sessions")} />
            </Figures>
            {wordbookDistribution.length > 0 && (
              <List>
                {wordbookDistribution.map(({ wordbookId, name, recordCount }) => (
                  <ListRow key={wordbookId} end={number(recordCount)}>
                    {name}
                  </ListRow>
                ))}
              </List>
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;

function Extras({ id }: { readonly id: string }) {
  const { t, number, relative } = useText();
  const extras = useRead(readLearnerExtras, { params: { id } });
  return (
    <Section heading={t("users.signed_in_at")}>
      <Loaded of={extras} failed={t("users.part_failed")}>
        {({ sessions, openStreams, devices, favorites, notes, wordbooks, feedback }) => (
          <Stack space={2}>
            {sessions.length === 0 ? (
              <Text tone="soft">{t("users.signed_in_nowhere")}</Text>
            ) : (
              <List>
                {sessions.map((session) => (
                  <ListRow
                    key={session.id}
                    detail={session.ip ?? undefined}
                    end={relative(session.lastSeenAt, Date.now())}
                  >
                    {session.userAgent ?? t("users.unknown_app")}
                  </ListRow>
                ))}
              </List>
            )}
            <Facts
              rows={[
                [t("users.open_streams"), number(openStreams)],
                [t("users.devices"), number(devices)],
                [t("users.wordbooks"), number(wordbooks)],
                [t("users.favorites"), number(favorites)],
                [t("users.notes"), number(notes)],
                [t("users.feedback"), number(feedback)],
              ]}
            />
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}
