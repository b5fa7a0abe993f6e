import { Figure, Figures, List, ListRow, Section, Stack, Text } from "@wordloom/ui";
import type { AdminUser } from "@wordloom/contract";
import type { CallOutput } from "@wordloom/contract/client";
import { Loaded } from "@wordloom/web";
import { readLearnerExtras, readLearnerProfile } from "virtual:endpoints";
import { Facts } from "../../features/facts/facts.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** The account, its contents, and its sign-ins. */
export function LearnerProfile({ learner }: { readonly learner: AdminUser }) {
  return (
    <Stack space={4}>
      <Account learner={learner} />
      <Studies id={learner.id} />
      <Extras id={learner.id} />
    </Stack>
  );
}

function Account({ learner }: { readonly learner: AdminUser }) {
  const { t, date, number } = useText();
  const time = (at: string | null) =>
    at === null ? t("learners.never") : date(at, { dateStyle: "medium", timeStyle: "short" });
  const { lockedUntil, failedLoginCount: failed } = learner;
  return (
    <Facts
      rows={[
        [t("learners.id"), learner.id],
        [t("learners.created"), time(learner.createdAt)],
        [t("learners.signed_in"), time(learner.lastLoginAt)],
        [t("learners.seen"), time(learner.lastSeenAt)],
        [t("learners.failed_logins"), failed > 0 && number(failed)],
        [t("learners.locked"), lockedUntil !== null && time(lockedUntil)],
      ]}
    />
  );
}

/** What the learner has chosen to study, and the results. */
function Studies({ id }: { readonly id: string }) {
  const { t } = useText();
  const profile = useRead(readLearnerProfile, { params: { id } });
  return (
    <Loaded of={profile} failed={t("learners.part_failed")}>
      {(data) => (
        <>
          <Section heading={t("learners.study")}>
            <Choices {...data.study} />
          </Section>
          <Section heading={t("learners.answers")}>
            <Totals {...data} />
          </Section>
          {data.wordbookDistribution.length > 0 && (
            <Section heading={t("learners.answers_by_book")}>
              <List>
                {data.wordbookDistribution.map(({ wordbookId, name, recordCount }) => (
                  <ListRow
                    key={wordbookId}
                    href={`/books/${wordbookId}`}
                    end={t("learners.answer_count", { count: recordCount })}
                  >
                    {name}
                  </ListRow>
                ))}
              </List>
            </Section>
          )}
        </>
      )}
    </Loaded>
  );
}

type Profile = CallOutput<typeof readLearnerProfile>;

function Choices({
  wordbooks,
  dailyWordCount,
  dailyMasteryTarget,
  goal,
  ownRecall,
  timeZone,
}: Profile["study"]) {
  const { t, number, percent } = useText();
  const recall = goal === "own_recall" && ownRecall !== null && `: ${percent(ownRecall)}`;
  return (
    <Stack space={2}>
      {wordbooks.length === 0 ? (
        <Text tone="soft">{t("learners.no_books")}</Text>
      ) : (
        <List aria-label={t("learners.chosen_books")}>
          {wordbooks.map(({ wordbookId, name, wordCount }) => (
            <ListRow
              key={wordbookId}
              href={`/books/${wordbookId}`}
              end={t("learners.word_count", { count: wordCount, words: number(wordCount) })}
            >
              {name}
            </ListRow>
          ))}
        </List>
      )}
      <Facts
        rows={[
          [t("learners.daily_words"), number(dailyWordCount)],
          [t("learners.mastery_target"), number(dailyMasteryTarget)],
          [t("learners.goal"), `${t(`engine-metrics.goal_${goal}`)}${recall || ""}`],
          [t("learners.time_zone"), timeZone],
        ]}
      />
    </Stack>
  );
}

function Totals({ totalRecords, accuracy, avgResponseTimeMs, sessionCount }: Profile) {
  const { t, number, percent } = useText();
  const seconds = number(round(avgResponseTimeMs / 1_000));
  // Without answers the service reports zeros, which would read as all wrong and at once.
  const [right, time] =
    totalRecords === 0 ? ["–", "–"] : [percent(accuracy), t("learners.seconds", { seconds })];
  return (
    <Figures>
      <Figure value={number(totalRecords)} label={t("learners.records")} />
      <Figure value={right} label={t("learners.right")} />
      <Figure value={time} label={t("learners.response")} />
      <Figure value={number(sessionCount)} label={t("learners.sessions")} />
    </Figures>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;

function Extras({ id }: { readonly id: string }) {
  const { t, number, relative } = useText();
  const extras = useRead(readLearnerExtras, { params: { id } });
  return (
    <Section heading={t("learners.signed_in_at")}>
      <Loaded of={extras} failed={t("learners.part_failed")}>
        {({ sessions, openStreams, devices, favorites, notes, wordbooks, feedback }) => (
          <Stack space={2}>
            {sessions.length === 0 ? (
              <Text tone="soft">{t("learners.signed_in_nowhere")}</Text>
            ) : (
              <List>
                {sessions.map((session) => (
                  <ListRow
                    key={session.id}
                    detail={session.ip ?? undefined}
                    end={relative(session.lastSeenAt, Date.now())}
                  >
                    {session.userAgent ?? t("learners.unknown_app")}
                  </ListRow>
                ))}
              </List>
            )}
            <Facts
              rows={[
                [t("learners.open_streams"), number(openStreams)],
                [t("learners.devices"), number(devices)],
                [t("learners.wordbooks"), number(wordbooks)],
                [t("learners.favorites"), number(favorites)],
                [t("learners.notes"), number(notes)],
                [t("learners.feedback"), number(feedback)],
              ]}
            />
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}
