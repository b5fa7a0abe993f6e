import {
  Badge,
  Empty,
  List,
  ListRow,
  Row,
  SearchField,
  Segmented,
  Stack,
  Text,
} from "@wordloom/ui";
import type { MonitoredWorker } from "@wordloom/contract";
import { Loaded, useNowMs } from "@wordloom/web";
import { listWorkers } from "virtual:endpoints";
import { useState } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { inOrder, isAiling, stateOf } from "./worker-order.ts";
import { WorkerSheet } from "./worker-sheet.tsx";

const REFRESH_MS = 10_000;
/** Refresh interval while a requested run is pending, milliseconds. */
const AWAITING_MS = 1_000;

const choices = ["all", "ailing"] as const;

/** The background workers: last run, its result, and the next run. */
export function Workers() {
  const { t } = useText();
  const [awaited, setAwaited] = useState(false);
  const refetchInterval = awaited ? AWAITING_MS : REFRESH_MS;
  const workers = useRead(listWorkers, {}, { refetchInterval });
  return (
    <Loaded of={workers} failed={t("monitoring.workers_failed")}>
      {(data) => <Found workers={data.workers} onAwait={setAwaited} />}
    </Loaded>
  );
}

interface FoundProps {
  readonly workers: readonly MonitoredWorker[];
  readonly onAwait: (awaited: boolean) => void;
}

function Found({ workers, onAwait }: FoundProps) {
  const text = useText();
  const { t } = text;
  const [{ show, q, worker: open }, change] = useAddress({ show: "all", q: "", worker: "" });
  const ailing = workers.filter(isAiling);
  const wanted = (show === "ailing" ? ailing : workers).filter((worker) => fits(worker, q, text));
  const opened = workers.find(({ workerName }) => workerName === open);
  return (
    <Stack space={2}>
      <Text>
        {ailing.length === 0
          ? t("monitoring.workers_well", { count: workers.length })
          : t("monitoring.workers_ail", { count: ailing.length })}
      </Text>
      <Row align="end">
        <SearchField
          label={t("monitoring.worker_search")}
          placeholder={t("monitoring.worker_search")}
          value={q}
          onChange={(next) => change({ q: next })}
        />
        <Segmented
          label={t("monitoring.workers_shown")}
          labelHidden
          size="small"
          value={show === "ailing" ? "ailing" : "all"}
          onChange={(next) => change({ show: next })}
          options={choices.map((value) => ({ value, label: t(`monitoring.workers_${value}`) }))}
        />
      </Row>
      {wanted.length === 0 ? (
        <Empty level={3} heading={t("monitoring.no_workers")} />
      ) : (
        <List keyboard>
          {inOrder(wanted).map((worker) => (
            <WorkerRow
              key={worker.workerName}
              worker={worker}
              onOpen={() => change({ worker: worker.workerName })}
            />
          ))}
        </List>
      )}
      {opened !== undefined && (
        <WorkerSheet worker={opened} onAwait={onAwait} onClose={() => change({ worker: "" })} />
      )}
    </Stack>
  );
}

function WorkerRow({
  worker,
  onOpen,
}: {
  readonly worker: MonitoredWorker;
  readonly onOpen: () => void;
}) {
  const { t, has, relative } = useText();
  const nowMs = useNowMs();
  const { workerName, lastRunAt } = worker;
  const state = stateOf(worker);
  const task = `workers.${workerName}`;
  return (
    <ListRow
      onPress={onOpen}
      detail={has(task) ? t(task) : undefined}
      end={
        state === "well" && lastRunAt !== null ? (
          relative(lastRunAt, nowMs)
        ) : (
          <Badge tone={isAiling(worker) ? "slip" : "plain"}>{t(`monitoring.state_${state}`)}</Badge>
        )
      }
    >
      <code>{workerName}</code>
    </ListRow>
  );
}

/** Matches the worker's name and its description. */
function fits({ workerName }: MonitoredWorker, q: string, { t, has }: Translator): boolean {
  const task = `workers.${workerName}`;
  const said = `${workerName} ${has(task) ? t(task) : ""}`.toLowerCase();
  return said.includes(q.trim().toLowerCase());
}
