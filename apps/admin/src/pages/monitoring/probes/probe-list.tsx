import { Empty, Pager, Row, Section, SelectField, Stack } from "@wordloom/ui";
import type { ProbeStatus } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { listProbes } from "virtual:endpoints";
import { useAddress } from "../../../features/address/use-address.ts";
import { useRead } from "../../../server-state/use-read.ts";
import { useText } from "../../../text/use-text.ts";
import { ProbeRows } from "./probe-rows.tsx";

const LIMIT = 50;

const statuses = [
  ...(["pending", "confirm_pending", "ok", "error", "timeout"] as const),
  ...(["offline", "expired", "unsupported_ctx_version"] as const),
] satisfies readonly ProbeStatus[];

/** Earlier probes: the person's own, or everybody's for a super administrator. */
export function EarlierProbes() {
  const { t } = useText();
  const [{ status: asked, page: askedPage }, change] = useAddress({ status: "", page: "1" });
  const status = statuses.find((one) => one === asked);
  const page = Math.max(1, Math.trunc(Number(askedPage)) || 1);
  const query = { limit: LIMIT, offset: (page - 1) * LIMIT, ...(status && { status }) };
  const probes = useRead(listProbes, { query }, { keepPrevious: true });
  return (
    <Section heading={t("probes.earlier")}>
      <Stack space={2}>
        <Row>
          <SelectField
            label={t("probes.status")}
            value={status ?? ""}
            options={[
              { value: "", label: t("probes.any_status") },
              ...statuses.map((value) => ({
                value: value as string,
                label: t(`probes.status_${value}`),
              })),
            ]}
            onChange={(next) => change({ status: next, page: "1" })}
          />
        </Row>
        <Loaded of={probes} failed={t("probes.failed")}>
          {({ rows, total }) =>
            rows.length === 0 ? (
              <Empty
                level={3}
                heading={t(status === undefined ? "probes.none_yet" : "probes.none")}
              />
            ) : (
              <>
                <ProbeRows label={t("probes.earlier")} rows={rows} keyboard />
                <Pager
                  label={t("probes.earlier")}
                  page={page}
                  pages={Math.ceil(total / LIMIT)}
                  text={t("probes.page", { page, pages: Math.ceil(total / LIMIT) })}
                  onPage={(next) => change({ page: String(next) })}
                />
              </>
            )
          }
        </Loaded>
      </Stack>
    </Section>
  );
}
