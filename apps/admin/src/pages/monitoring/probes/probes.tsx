import { Empty, SkeletonRows, Stack } from "@wordloom/ui";
import { Reading } from "@wordloom/web";
import { listProbes } from "virtual:endpoints";
import { useAddress } from "../../../features/address/use-address.ts";
import { ApiError } from "../../../server-state/api.ts";
import { useRead } from "../../../server-state/use-read.ts";
import { useText } from "../../../text/use-text.ts";
import { ProbeBatch } from "./probe-batch.tsx";
import { ProbeForm } from "./probe-form.tsx";
import { EarlierProbes } from "./probe-list.tsx";

/** Scripts that diagnose remote devices: sending, confirmation and results. */
export function Probes() {
  const { t } = useText();
  const [{ batch }, change] = useAddress({ batch: "" });
  const any = useRead(listProbes, { query: { limit: 1 } });
  const reason = any.error ?? any.failureReason;
  if (reason instanceof ApiError && reason.code === "PROBE_DISABLED") {
    return <Empty heading={t("probes.off")} text={t("probes.off_text")} />;
  }
  return (
    <Reading query={any} heading={t("probes.failed")} skeleton={<SkeletonRows />}>
      {() => (
        <Stack space={4}>
          {batch !== "" && (
            <ProbeBatch key={batch} batchId={batch} onClose={() => change({ batch: "" })} />
          )}
          <ProbeForm onIssued={(batchId) => change({ batch: batchId })} />
          <EarlierProbes />
        </Stack>
      )}
    </Reading>
  );
}
