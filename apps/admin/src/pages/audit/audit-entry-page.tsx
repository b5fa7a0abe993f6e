import { Anchor, Headline, Stack, Text } from "@wordloom/ui";
import type { AuditLogEntry } from "@wordloom/contract";
import { Reading } from "@wordloom/web";
import { readAuditEntry } from "virtual:endpoints";
import type { ReactNode } from "react";
import { useParams } from "wouter";
import { useAdminNames } from "../../features/access/use-admin-names.ts";
import { actionText, actorText, targetHref, targetText } from "../../features/audit/audit-words.ts";
import { Facts, JsonFact } from "../../features/facts/facts.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";

/** All details of one audit entry. */
export function AuditEntryPage() {
  const text = useText();
  const { t } = text;
  const { id = "" } = useParams();
  const { nameOf } = useAdminNames();
  const entry = useRead(readAuditEntry, { params: { id } });
  return (
    <Stack space={3}>
      <header>
        <Text tone="soft" size="small">
          <Anchor href="/audit">{t("audit.back")}</Anchor>
        </Text>
        <Headline>{t("audit.entry", { id })}</Headline>
      </header>
      <Reading query={entry} heading={t("audit.entry_failed")} skeleton={null}>
        {(data) => <Facts rows={rowsOf(data, nameOf, text)} />}
      </Reading>
    </Stack>
  );
}

/** The rows of an entry's details. */
function rowsOf(
  entry: AuditLogEntry,
  nameOf: (adminId: string) => string,
  text: Translator,
): (readonly [string, ReactNode])[] {
  const { t, date } = text;
  const time = (at: string) => date(at, { dateStyle: "full", timeStyle: "medium" });
  const { fromVersion: from, toVersion: to, metadataJson: facts } = entry;
  return [
    [t("audit.action"), actionText(entry.action, text)],
    [t("audit.outcome"), t(`audit.outcome_${entry.outcome}`)],
    [t("audit.by"), actorText(entry, text, nameOf)],
    [t("audit.ip"), entry.ip],
    [t("audit.session"), entry.sessionId],
    [t("audit.api_key"), keyOf(entry)],
    [t("audit.when"), time(entry.startedAt)],
    [t("audit.completed"), entry.completedAt && time(entry.completedAt)],
    [t("audit.target"), targetOf(entry, text)],
    [t("audit.error"), entry.error],
    [t("audit.version"), from !== null && to !== null && t("audit.versions", { from, to })],
    [t("audit.before"), entry.before !== null && <JsonFact value={entry.before} />],
    [t("audit.after"), entry.after !== null && <JsonFact value={entry.after} />],
    [t("audit.facts"), Object.keys(facts).length > 0 && <JsonFact value={facts} />],
  ];
}

/** The API key by name; one of an earlier release that is no longer listed, by id. */
function keyOf({ apiKeyName, metadataJson }: AuditLogEntry): string | undefined {
  const { apiKeyId } = metadataJson;
  return apiKeyName ?? (typeof apiKeyId === "string" ? apiKeyId : undefined);
}

function targetOf(entry: AuditLogEntry, text: Translator): ReactNode {
  const href = targetHref(entry);
  const name = targetText(entry, text);
  return href === undefined ? name : <Anchor href={href}>{name}</Anchor>;
}
