import { Button, Dialog, Empty, List, ListRow, Row, SelectField, Stack, Text } from "@wordloom/ui";
import type { ClientDetail, TelemetryEventType, TelemetryRecord } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { listTelemetry } from "virtual:endpoints";
import { useState } from "react";
import { clampedCount } from "../../features/address/clamped-count.ts";
import { useAddress } from "../../features/address/use-address.ts";
import { JsonFact } from "../../features/facts/facts.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { AskForReport } from "./ask-for-report.tsx";

const kinds = ["session_start", "periodic", "on_demand"] as const satisfies TelemetryEventType[];
const STEP = 20;
const MOST = 200;
/** A device in use reports every five to eight seconds. */
const REFRESH_MS = 5_000;

/** A device's reports, newest first; new ones appear automatically. */
export function TelemetryReports({ device }: { readonly device: ClientDetail }) {
  const text = useText();
  const { t, number } = text;
  const [{ kind, shown }, change] = useAddress({ kind: "", shown: String(STEP) });
  const limit = clampedCount(shown, STEP, MOST);
  const [opened, setOpened] = useState<TelemetryRecord>();
  const eventType = kinds.find((each) => each === kind);
  const query = { limit, ...(eventType !== undefined && { eventType }) };
  const reports = useRead(
    listTelemetry,
    { params: { deviceId: device.deviceId }, query },
    { keepPrevious: true, refetchInterval: REFRESH_MS },
  );
  return (
    <Stack space={3}>
      <Row align="end" spread>
        <SelectField
          label={t("clients.report_kind")}
          value={kind}
          options={[
            { value: "", label: t("clients.any") },
            ...kinds.map((value) => ({ value, label: t(`clients.kind_${value}`) })),
          ]}
          onChange={(next) => change({ kind: next })}
        />
        <AskForReport device={device} />
      </Row>
      <Loaded of={reports} failed={t("clients.reports_failed")}>
        {({ records, total }) =>
          records.length === 0 ? (
            <Empty heading={t("clients.no_reports")} text={t("clients.no_reports_text")} />
          ) : (
            <Stack space={2}>
              <List keyboard aria-label={t("clients.part_reports")}>
                {records.map((record) => (
                  <ListRow
                    key={record.id}
                    onPress={() => setOpened(record)}
                    detail={metricsText(record, text)}
                    end={text.date(record.serverTs, { dateStyle: "medium", timeStyle: "medium" })}
                  >
                    {t(`clients.kind_${record.eventType}`)}
                  </ListRow>
                ))}
              </List>
              <Text tone="faint" size="small">
                {t("clients.some_of", { shown: number(records.length), total: number(total) })}
              </Text>
              {total > limit && limit < MOST && (
                <Row>
                  <Button onClick={() => change({ shown: String(Math.min(MOST, limit + STEP)) })}>
                    {t("clients.more")}
                  </Button>
                </Row>
              )}
            </Stack>
          )
        }
      </Loaded>
      {opened !== undefined && <Report record={opened} onClose={() => setOpened(undefined)} />}
    </Stack>
  );
}

/** Figures about the learning session, as far as they were reported. */
function metricsText(
  { sessionStats, behaviorSummary }: TelemetryRecord,
  { t, number, duration }: Translator,
): string {
  const { sessionDurationSecs: secs, actionsPerMin, errorCount, avgResponseTimeMs } = sessionStats;
  const said = [
    secs !== null && t("clients.report_session", { time: duration(secs) }),
    actionsPerMin !== null && t("clients.report_actions", { actions: number(actionsPerMin) }),
    errorCount !== null && t("clients.report_errors", { errors: errorCount }),
    avgResponseTimeMs !== null && t("clients.report_ms", { ms: number(avgResponseTimeMs) }),
    behaviorSummary?.currentRoute ?? false,
  ];
  return said.filter((part) => part !== false).join(" · ");
}

function Report({
  record,
  onClose,
}: {
  readonly record: TelemetryRecord;
  readonly onClose: () => void;
}) {
  const { t, date } = useText();
  const { deviceProfile, sessionStats, behaviorSummary, featureUsage } = record;
  const when = date(record.serverTs, { dateStyle: "medium", timeStyle: "medium" });
  return (
    <Dialog wide open onClose={onClose} title={t("clients.report_of", { when })}>
      <JsonFact value={{ deviceProfile, sessionStats, behaviorSummary, featureUsage }} />
    </Dialog>
  );
}
