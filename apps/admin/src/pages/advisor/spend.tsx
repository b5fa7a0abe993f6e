import { Progress, Section, Stack, Text } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import { readAdvisorSpend, readEngineDashboard } from "virtual:endpoints";
import { useYuanPerDollar } from "../../features/units/use-dollars.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

const REFRESH_MS = 30_000;

/** The cost of the model so far, compared with its limits. */
export function Spend() {
  const { t, number } = useText();
  const today = useRead(readAdvisorSpend, {}, { refetchInterval: REFRESH_MS });
  const month = useRead(readEngineDashboard, {}, { refetchInterval: REFRESH_MS });
  const rate = useYuanPerDollar();
  const money = (value: number, currency: string) =>
    // Tokens cost fractions of a cent; whole amounts are read in cents.
    number(value, { style: "currency", currency, maximumFractionDigits: value < 1 ? 4 : 2 });
  // In the same currency as the day's cost, once the rate is known.
  const ofMonth = (yuan: number) =>
    rate === undefined ? money(yuan, "CNY") : money(yuan / rate, "USD");
  return (
    <Section heading={t("advisor.spend")}>
      <Stack space={2}>
        <Loaded of={today} failed={t("advisor.spend_failed")}>
          {({ todayCostUsd, dailyCapUsd, todayTokensInput, todayTokensOutput }) => (
            <Stack space={1}>
              <Text size="small">{t("advisor.today")}</Text>
              <Progress
                label={t("advisor.today")}
                value={Math.min(todayCostUsd, dailyCapUsd)}
                max={dailyCapUsd}
                showText
                text={t("advisor.of", {
                  spent: money(todayCostUsd, "USD"),
                  cap: money(dailyCapUsd, "USD"),
                })}
              />
              <Text tone="soft" size="small" figures>
                {t("advisor.tokens", {
                  sent: number(todayTokensInput),
                  received: number(todayTokensOutput),
                })}
              </Text>
            </Stack>
          )}
        </Loaded>
        <Loaded of={month} failed={t("advisor.spend_failed")}>
          {({ advisor: { monthSpentYuan, capYuan } }) => (
            <Stack space={1}>
              <Text size="small">{t("advisor.month")}</Text>
              <Progress
                label={t("advisor.month")}
                value={Math.min(monthSpentYuan, capYuan)}
                max={capYuan}
                showText
                text={t("advisor.of", {
                  spent: ofMonth(monthSpentYuan),
                  cap: ofMonth(capYuan),
                })}
              />
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Section>
  );
}
