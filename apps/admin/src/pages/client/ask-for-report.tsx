import { useQueryClient } from "@tanstack/react-query";
import { Button, Row, Spinner, Text } from "@wordloom/ui";
import type { ClientDetail } from "@wordloom/contract";
import { keyOf } from "@wordloom/web";
import { listTelemetry, requestClientTelemetry } from "virtual:endpoints";
import { useEffect, useState } from "react";
import { useAct } from "../../features/acts/use-act.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

const LOOK_MS = 1_000;
/** An app that replies does so immediately; some, like the web app, never reply. */
const LATE_MS = 20_000;
/** Requests of others may have been answered in between. */
const LOOKED_AT = 5;

/** Asks a connected device for a report, and says when it has arrived. */
export function AskForReport({ device }: { readonly device: ClientDetail }) {
  const { t } = useText();
  const { deviceId, online, userId } = device;
  const [requestId, setRequestId] = useState<string>();
  const ask = useAct(requestClientTelemetry, {
    done: () => t("clients.asked"),
    onDone: (reply) => setRequestId(reply.requestId),
  });
  const hasCome = useReply(deviceId, requestId);
  const isWaiting = requestId !== undefined && !hasCome;
  const isLate = useLate(isWaiting ? requestId : undefined);
  const obstacle = userId === null ? "no_owner" : online ? undefined : "offline";
  const said = hasCome ? "come" : isLate ? "late" : isWaiting ? "waiting" : obstacle;
  return (
    <Row space={said === undefined ? 0 : 2}>
      {isWaiting && <Spinner label="" />}
      <Text role="status" size="small" tone={hasCome ? "firm" : "soft"}>
        {said !== undefined && t(`clients.ask_${said}`)}
      </Text>
      <Button
        kind="primary"
        busy={ask.busy}
        disabled={obstacle !== undefined}
        onClick={() => ask.run({ params: { id: deviceId } })}
      >
        {t("clients.ask")}
      </Button>
    </Row>
  );
}

/** Whether a request has waited so long that its reply may never arrive. */
function useLate(requestId: string | undefined): boolean {
  const [late, setLate] = useState<string>();
  useEffect(() => {
    if (requestId === undefined) return undefined;
    const timer = setTimeout(() => setLate(requestId), LATE_MS);
    return () => clearTimeout(timer);
  }, [requestId]);
  return requestId !== undefined && late === requestId;
}

/** Whether the device has replied; checked every second until it has. */
function useReply(deviceId: string, requestId: string | undefined): boolean {
  const queries = useQueryClient();
  const [come, setCome] = useState<string>();
  const isWaiting = requestId !== undefined && come !== requestId;
  const query = { limit: LOOKED_AT, eventType: "on_demand" } as const;
  const replies = useRead(
    listTelemetry,
    { params: { deviceId }, query },
    { enabled: isWaiting, refetchInterval: LOOK_MS, staleTime: 0 },
  );
  const isThere =
    requestId !== undefined &&
    (replies.data?.records.some((record) => record.requestId === requestId) ?? false);
  if (isThere && come !== requestId) setCome(requestId);
  useEffect(() => {
    // Shows the new report in the list together with the message.
    if (come !== undefined) void queries.invalidateQueries({ queryKey: keyOf(listTelemetry) });
  }, [come, queries]);
  return requestId !== undefined && come === requestId;
}
