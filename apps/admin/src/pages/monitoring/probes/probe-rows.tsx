import { Badge, List, ListRow } from "@wordloom/ui";
import type { ProbeRow, ProbeStatus } from "@wordloom/contract";
import { useState } from "react";
import { useText } from "../../../text/use-text.ts";
import { ProbeSheet } from "./probe-sheet.tsx";

interface RowsProps {
  readonly label: string;
  readonly rows: readonly ProbeRow[];
  /** Lets j and k move along the rows. */
  readonly keyboard?: boolean;
}

/** Probes, one device each; pressing one shows its result. */
export function ProbeRows({ label, rows, keyboard = false }: RowsProps) {
  const { t, date } = useText();
  const [openId, setOpenId] = useState<string>();
  const opened = rows.find(({ id }) => id === openId);
  return (
    <>
      <List aria-label={label} keyboard={keyboard}>
        {rows.map(({ id, deviceId, status, note, dispatchedAt }) => (
          <ListRow
            key={id}
            onPress={() => setOpenId(id)}
            detail={note ?? undefined}
            end={
              <>
                <Badge tone={toneOf(status)}>{t(`probes.status_${status}`)}</Badge>{" "}
                {date(dispatchedAt, { dateStyle: "medium", timeStyle: "short" })}
              </>
            }
          >
            <code>{deviceId}</code>
          </ListRow>
        ))}
      </List>
      {opened !== undefined && <ProbeSheet probe={opened} onClose={() => setOpenId(undefined)} />}
    </>
  );
}

function toneOf(status: ProbeStatus): "plain" | "firm" | "slip" {
  if (status === "ok") return "firm";
  return status === "pending" || status === "offline" ? "plain" : "slip";
}
