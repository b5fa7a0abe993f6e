import {
  Button,
  cx,
  Empty,
  Row,
  SearchField,
  SelectField,
  SkeletonRows,
  Stack,
  Switch,
  Text,
  TextField,
  toast,
} from "@wordloom/ui";
import type { LogLevel, LogLine } from "@wordloom/contract";
import { Reading, refusalText } from "@wordloom/web";
import { exportLogs } from "virtual:endpoints";
import { memo } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import { useSettled } from "../../features/engine-config/use-settled.ts";
import { download } from "../../server-state/download.ts";
import { Filters } from "../../features/filters/filters.tsx";
import { useText } from "../../text/use-text.ts";
import styles from "./monitoring.module.css";
import { useLog, type LogFilters } from "./use-log.ts";

const levels = [
  ...(["trace", "debug", "info", "warn", "error", "fatal"] as const),
] satisfies readonly LogLevel[];

const none = { level: "", q: "", target: "", follow: "true", lines: "200" } as const;
/** All lines that the service keeps. */
const ALL = 5_000;

/** The log of the process that replies: filtered, followed live, saved. */
export function Logs() {
  const { t } = useText();
  const [{ level, q, target, follow, lines }, change] = useAddress(none);
  const filters = useSettled(
    Object.fromEntries(
      Object.entries({ level, q: q.trim(), target: target.trim() }).filter(([, value]) => value),
    ) as LogFilters,
  );
  const isFollowed = follow === "true";
  const limit = lines === String(ALL) ? ALL : Number(none.lines);
  const log = useLog(filters, limit, isFollowed);
  return (
    <Stack space={2}>
      <Filters>
        <SearchField
          label={t("monitoring.log_search")}
          placeholder={t("monitoring.log_search")}
          value={q}
          onChange={(next) => change({ q: next })}
        />
        <SelectField
          label={t("monitoring.level")}
          value={level}
          options={[
            { value: "", label: t("monitoring.any_level") },
            ...levels.map((value) => ({ value: value as string, label: value })),
          ]}
          onChange={(next) => change({ level: next })}
        />
        <TextField
          label={t("monitoring.target")}
          placeholder="http"
          spellCheck={false}
          value={target}
          onChange={(next) => change({ target: next })}
        />
        <Export filters={filters} />
      </Filters>
      <Switch
        label={t("monitoring.follow")}
        hint={t("monitoring.log_note")}
        checked={isFollowed}
        onChange={(on) => change({ follow: String(on) })}
      />
      <Reading query={log} heading={t("monitoring.log_failed")} skeleton={<SkeletonRows />}>
        {(found) =>
          found.length === 0 ? (
            <Empty heading={t("monitoring.no_lines")} text={t("monitoring.no_lines_text")} />
          ) : (
            <Lines lines={found} />
          )
        }
      </Reading>
      {limit < ALL && (log.data?.length ?? 0) >= limit && (
        <Row>
          <Button onClick={() => change({ lines: String(ALL) })}>{t("monitoring.older")}</Button>
        </Row>
      )}
    </Stack>
  );
}

function Lines({ lines }: { readonly lines: readonly LogLine[] }) {
  const { t, number } = useText();
  return (
    <div>
      <Text tone="faint" size="small">
        {t("shell.rows", { count: lines.length, shown: number(lines.length) })}
      </Text>
      <ol className={styles.lines} aria-label={t("monitoring.part_logs")}>
        {lines.map((line, at) => (
          // The list grows at its head: counted from the end, a line keeps its key.
          <Line key={lines.length - at} line={line} />
        ))}
      </ol>
    </div>
  );
}

/** Memoized: of possibly thousands of lines, only new ones are rendered. */
const Line = memo(function Line({ line }: { readonly line: LogLine }) {
  const { date } = useText();
  const { tsMs, level, target, message, instance } = line;
  const time = { timeStyle: "medium" } as const;
  const full = { dateStyle: "full", timeStyle: "medium" } as const;
  return (
    <li className={styles.line} title={instance}>
      <time dateTime={new Date(tsMs).toISOString()} title={date(tsMs, full)}>
        {date(tsMs, time)}
      </time>
      <span className={cx(isLoud(level) ? styles.loud : styles.quiet)}>{level}</span>
      <span className={styles.target}>{target}</span>
      <span className={styles.message}>{message}</span>
    </li>
  );
});

const isLoud = (level: LogLevel) => levels.indexOf(level) >= levels.indexOf("warn");

function Export({ filters }: { readonly filters: LogFilters }) {
  const text = useText();
  const save = () => {
    const query = new URLSearchParams(filters as Readonly<Record<string, string>>).toString();
    void download(`${exportLogs.path}?${query}`, "wordloom-log.ndjson").catch((error: unknown) =>
      toast({ text: refusalText(error, text), tone: "slip" }),
    );
  };
  return <Button onClick={save}>{text.t("monitoring.log_export")}</Button>;
}
