import type { MonitoringHealth, OverviewDashboard } from "@wordloom/contract";
import { lastBackupText } from "../../features/last-backup/last-backup-text.ts";
import { sentenceText } from "../../features/sentences/sentence-text.ts";
import type { Translator } from "../../text/use-text.ts";

/** `slip`: somebody must act; `plain`: worth knowing; `firm`: fine. */
type Tone = "slip" | "plain" | "firm";

export interface Sentence {
  readonly key: string;
  readonly tone: Tone;
  readonly text: string;
  /** At the end of the line. */
  readonly figure?: string | undefined;
  /** The page where somebody can act on it. */
  readonly href?: string | undefined;
}

const ORDER: readonly Tone[] = ["slip", "plain", "firm"];

/** The threshold of the service's own health check. */
const WAITING_SECS_MAX = 60;

/** The state of the service, the worst first. Disabled parts are omitted. */
export function sentencesOf(
  overview: OverviewDashboard,
  health: MonitoringHealth | undefined,
  text: Translator,
): Sentence[] {
  const all = [
    maintenance(overview, text),
    backup(overview, text),
    outbox(overview, text),
    errors(overview, health, text),
    database(health, text),
    disk(overview, text),
    workers(overview, text),
    update(overview, text),
    ...otherReasons(overview, text),
    ...ailingParts(health, text),
  ];
  return all
    .filter((sentence) => sentence !== undefined)
    .toSorted((one, other) => ORDER.indexOf(one.tone) - ORDER.indexOf(other.tone));
}

/** The headline: the one thing to do, or how many there are. */
export function headlineOf(sentences: readonly Sentence[], { t }: Translator): string {
  const bad = sentences.filter(({ tone }) => tone === "slip");
  if (bad.length === 0) return t("overview.all_well");
  return bad.length === 1 && bad[0] ? bad[0].text : t("overview.several", { count: bad.length });
}

function maintenance({ maintenance: isOn }: OverviewDashboard, { t }: Translator) {
  if (!isOn) return undefined;
  const [key, href] = ["maintenance", "/settings"];
  return { key, href, tone: "slip", text: t("overview.maintenance") } satisfies Sentence;
}

function backup({ lastBackup, status }: OverviewDashboard, text: Translator) {
  const { ok, at } = lastBackup;
  // A newly started service has no backup yet, and needs none.
  const isYoung = at === null && !hasReason(status, "backup_stale");
  const tone: Tone = ok ? "firm" : isYoung ? "plain" : "slip";
  const said = lastBackupText(lastBackup, text);
  return { key: "backup", href: "/backups", tone, text: said } satisfies Sentence;
}

function outbox(overview: OverviewDashboard, { t, number, duration }: Translator) {
  const { pending, lagSecs } = overview.outbox;
  const { deadLetters } = overview.waiting;
  const figure = t("overview.waiting_now", { count: pending, shown: number(pending) });
  const line = { key: "outbox", figure, href: "/monitoring?part=state" } as const;
  if (pending > 0 && lagSecs > WAITING_SECS_MAX) {
    const said = t("overview.answers_wait", { age: duration(lagSecs) });
    return { ...line, tone: "slip", text: said } satisfies Sentence;
  }
  if (deadLetters > 0) {
    const said = t("overview.answers_given_up", { count: deadLetters });
    return { ...line, tone: "slip", text: said, href: "/monitoring?part=dead" } satisfies Sentence;
  }
  return { ...line, tone: "firm", text: t("overview.answers_applied") } satisfies Sentence;
}

function errors(
  { status }: OverviewDashboard,
  health: MonitoringHealth | undefined,
  { t, number }: Translator,
) {
  if (health === undefined) return undefined;
  const { errorRate } = health;
  const share = number(errorRate, { style: "percent", maximumFractionDigits: 2 });
  const key = errorRate === 0 ? "overview.no_errors" : "overview.errors";
  return {
    key: "errors",
    tone: hasReason(status, "requests_failing") ? "slip" : "firm",
    text: t(key, { share }),
    href: "/monitoring",
  } satisfies Sentence;
}

function database(health: MonitoringHealth | undefined, { t, number }: Translator) {
  if (health === undefined) return undefined;
  const { storeProbeOk, dbSizeBytes } = health;
  return {
    key: "database",
    tone: storeProbeOk ? "firm" : "slip",
    text: t(storeProbeOk ? "overview.database_well" : "overview.database_silent"),
    figure: gigabytes(dbSizeBytes, number),
    href: "/monitoring?part=database",
  } satisfies Sentence;
}

/** The service judges all its disks; the figure is of the fullest. */
function disk(
  { disk: { freeBytes, totalBytes }, status }: OverviewDashboard,
  { t, number, percent }: Translator,
) {
  // The database may be on a different disk than the data.
  if (hasReason(status, "disk_full")) {
    return { key: "disk", tone: "slip", text: t("overview.disk_full") } satisfies Sentence;
  }
  const figure = freeBytes === null ? undefined : gigabytes(freeBytes, number);
  if (hasReason(status, "disk_nearly_full")) {
    const said = t("sentences.health.disk_nearly_full");
    return { key: "disk", tone: "slip", text: said, figure } satisfies Sentence;
  }
  if (freeBytes === null || totalBytes === null || totalBytes === 0) return undefined;
  const said = t("overview.disk", { share: percent(freeBytes / totalBytes) });
  return { key: "disk", tone: "firm", text: said, figure } satisfies Sentence;
}

function workers({ waiting: { missedWorkers: count } }: OverviewDashboard, { t }: Translator) {
  return {
    key: "workers",
    tone: count > 0 ? "slip" : "firm",
    text: t(count > 0 ? "overview.workers_late" : "overview.workers_well", { count }),
    href: "/monitoring?part=workers",
  } satisfies Sentence;
}

function update({ update: { hasUpdate, latestVersion } }: OverviewDashboard, { t }: Translator) {
  if (!hasUpdate || latestVersion === null) return undefined;
  return {
    key: "update",
    tone: "plain",
    text: t("overview.update", { version: latestVersion }),
    href: "/updates",
  } satisfies Sentence;
}

/** Parts with a sentence of their own above are not repeated. */
const HAVE_SENTENCES = new Set(["database", "outbox", "workers", "backups"]);

function ailingParts(health: MonitoringHealth | undefined, text: Translator): Sentence[] {
  const { t } = text;
  return Object.entries(health?.services ?? {})
    .filter(([name, { healthy }]) => !healthy && !HAVE_SENTENCES.has(name))
    .flatMap(([name, { also = [], ...first }]) =>
      [first, ...also].map(({ detail, ...sentence }) => ({
        key: `${name} ${sentence.code}`,
        tone: "slip" as const,
        text: t("overview.part", { name, detail: sentenceText("part", sentence, detail, text) }),
        href: "/monitoring?part=state",
      })),
    );
}

type Status = OverviewDashboard["status"];
type ReasonCode = Status["reasonDetails"][number]["code"];

function hasReason({ reasonDetails }: Status, code: ReasonCode): boolean {
  return reasonDetails.some((reason) => reason.code === code);
}

/** Reasons that no other sentence mentions. */
const OTHER_REASONS: ReadonlySet<ReasonCode> = new Set(["database_read_only", "outbox_unreadable"]);

function otherReasons({ status: { reasons, reasonDetails } }: OverviewDashboard, text: Translator) {
  return reasonDetails.flatMap((reason, at) => {
    if (!OTHER_REASONS.has(reason.code)) return [];
    const said = sentenceText("health", reason, reasons[at] ?? "", text);
    return [{ key: reason.code, tone: "slip", text: said } satisfies Sentence];
  });
}

function gigabytes(bytes: number, number: Translator["number"]): string {
  const isLarge = bytes >= 1e9;
  const unit = isLarge ? "gigabyte" : "megabyte";
  const options = { style: "unit", unit, maximumFractionDigits: isLarge ? 1 : 0 } as const;
  return number(bytes / (isLarge ? 1e9 : 1e6), options);
}
