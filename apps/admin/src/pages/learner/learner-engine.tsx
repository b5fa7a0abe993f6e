import { Empty, Pager, Section, Stack, Table } from "@wordloom/ui";
import type { AdminUser } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { listLearnerWords, readLearnerEngineState, readLearnerStrategy } from "virtual:endpoints";
import { useAddress } from "../../features/address/use-address.ts";
import { Facts } from "../../features/facts/facts.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

const WORDS_A_PAGE = 50;

/** The engine's assessment of the learner, its decisions, and the words concerned. */
export function LearnerEngine({ learner: { id } }: { readonly learner: AdminUser }) {
  return (
    <Stack space={4}>
      <State id={id} />
      <StrategyInForce id={id} />
      <Words id={id} />
    </Stack>
  );
}

interface OfLearner {
  readonly id: string;
}

function State({ id }: OfLearner) {
  const { t, number, percent, date } = useText();
  const state = useRead(readLearnerEngineState, { params: { id } });
  return (
    <Section heading={t("learners.state")}>
      <Loaded of={state} failed={t("learners.part_failed")}>
        {({ attention, fatigue, motivation, confidence, cognitiveProfile, ...rest }) => (
          <Facts
            rows={[
              [t("learners.attention"), percent(attention)],
              [t("learners.fatigue"), percent(fatigue)],
              [t("learners.motivation"), number(Math.round(motivation * 100) / 100)],
              [t("learners.confidence"), percent(confidence)],
              [t("learners.memory"), percent(cognitiveProfile.memoryCapacity)],
              [t("learners.speed"), percent(cognitiveProfile.processingSpeed)],
              [t("learners.evenness"), percent(cognitiveProfile.stability)],
              [t("learners.records"), number(rest.totalEventCount)],
              [
                t("learners.last_answer"),
                rest.totalEventCount > 0 &&
                  date(rest.lastActiveAt, { dateStyle: "medium", timeStyle: "short" }),
              ],
            ]}
          />
        )}
      </Loaded>
    </Section>
  );
}

function StrategyInForce({ id }: OfLearner) {
  const { t, number, percent } = useText();
  const strategy = useRead(readLearnerStrategy, { params: { id } });
  return (
    <Section heading={t("learners.strategy")}>
      <Loaded of={strategy} failed={t("learners.part_failed")}>
        {({ strategy: { difficulty, batchSize, newRatio, intervalScale, reviewMode } }) => (
          <Facts
            rows={[
              [t("learners.difficulty"), percent(difficulty)],
              [t("learners.batch_size"), number(batchSize)],
              [t("learners.new_ratio"), percent(newRatio)],
              [t("learners.interval_scale"), number(Math.round(intervalScale * 100) / 100)],
              [t("learners.review_mode"), reviewMode ? t("learners.yes") : t("learners.no")],
            ]}
          />
        )}
      </Loaded>
    </Section>
  );
}

function Words({ id }: OfLearner) {
  const { t, date, number, percent } = useText();
  const [{ page }, change] = useAddress({ page: "1" });
  const shown = Math.max(1, Number(page) || 1);
  const query = { limit: WORDS_A_PAGE, offset: (shown - 1) * WORDS_A_PAGE };
  const words = useRead(listLearnerWords, { params: { id }, query });
  return (
    <Section heading={t("learners.words")}>
      <Loaded of={words} failed={t("learners.part_failed")}>
        {({ items, total }) =>
          total === 0 ? (
            <Empty heading={t("learners.no_words")} />
          ) : (
            <Stack space={2}>
              <Table
                caption={t("learners.words")}
                captionHidden
                dense
                rows={items}
                rowKey={({ wordId }) => wordId}
                columns={[
                  {
                    key: "word",
                    header: t("learners.word"),
                    rowHeader: true,
                    cell: ({ text: word }) => <span dir="auto">{word}</span>,
                  },
                  {
                    key: "state",
                    header: t("learners.word_state"),
                    cell: ({ state }) => t(`learners.word_${state}`),
                  },
                  {
                    key: "mastery",
                    header: t("learners.mastery"),
                    align: "end",
                    cell: ({ masteryLevel }) => percent(masteryLevel),
                  },
                  {
                    key: "attempts",
                    header: t("learners.records"),
                    align: "end",
                    cell: ({ totalAttempts }) => number(totalAttempts),
                  },
                  {
                    key: "next",
                    header: t("learners.next_review"),
                    cell: ({ nextReviewDate: at }) =>
                      at === null ? "–" : date(at, { dateStyle: "medium", timeStyle: "short" }),
                  },
                ]}
              />
              <Pager
                label={t("learners.words")}
                page={shown}
                text={t("learners.words_page", {
                  page: shown,
                  pages: Math.ceil(total / WORDS_A_PAGE),
                })}
                pages={Math.ceil(total / WORDS_A_PAGE)}
                onPage={(to) => change({ page: String(to) })}
              />
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}
