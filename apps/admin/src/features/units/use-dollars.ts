import { readSettingsSchema } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** The service's own variable for converting dollars to yuan. */
const RATE = "LLM_USD_TO_CNY_RATE";

/** Yuan per US dollar, as the service converts; undefined until it is known. */
export function useYuanPerDollar(): number | undefined {
  const { data } = useRead(readSettingsSchema);
  const rate = Number(data?.fields.find(({ key }) => key === RATE)?.value);
  return rate > 0 ? rate : undefined;
}

/**
 * "≈ $13.89 (7.2 yuan per dollar)": all costs of the model are shown in dollars, so this makes a
 * limit stored in yuan comparable.
 * @param yuan  undefined if the setting is no such limit
 */
export function useDollars(yuan: number | undefined): string | undefined {
  const { t, number } = useText();
  const rate = useYuanPerDollar();
  if (yuan === undefined || !Number.isFinite(yuan) || rate === undefined) return undefined;
  const dollars = number(yuan / rate, { style: "currency", currency: "USD" });
  return t("settings.in_dollars", { dollars, rate: number(rate) });
}
