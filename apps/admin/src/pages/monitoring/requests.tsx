import { Segmented, Stack } from "@wordloom/ui";
import type { RequestWindow } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { readRequestStats } from "virtual:endpoints";
import { useAddress } from "../../features/address/use-address.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { Latencies, Rates } from "./request-charts.tsx";
import { RouteTable } from "./route-table.tsx";

const windows = ["15m", "1h", "6h", "24h", "7d"] as const satisfies readonly RequestWindow[];

/** The length of a point in the shortest window. */
const REFRESH_MS = 15_000;

/** How many requests there were, how they ended, how long they took; in total and by route. */
export function Requests() {
  const { t } = useText();
  const [{ window: asked }, change] = useAddress({ window: "1h" });
  const window = windows.find((one) => one === asked) ?? "1h";
  const stats = useRead(
    readRequestStats,
    { query: { window } },
    { refetchInterval: REFRESH_MS, keepPrevious: true },
  );
  return (
    <Stack space={4}>
      <Segmented
        label={t("monitoring.window")}
        labelHidden
        size="small"
        value={window}
        onChange={(next) => change({ window: next })}
        options={windows.map((value) => ({ value, label: t(`monitoring.window_${value}`) }))}
      />
      <Loaded of={stats} failed={t("monitoring.requests_failed")}>
        {(data) => (
          <>
            <Rates stats={data} />
            <Latencies stats={data} />
            <RouteTable routes={data.routes} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}
