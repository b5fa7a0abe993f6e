import { Badge, Menu, MoreIcon, Table, Text, type Column } from "@wordloom/ui";
import { useNowMs } from "@wordloom/web";
import type { ApiKey, ApiKeyWithSecret } from "@wordloom/contract";
import { useState, type ReactNode } from "react";
import { useAdminNames } from "../../../features/access/use-admin-names.ts";
import { useText, type Translator } from "../../../text/use-text.ts";
import { keyState } from "./key-state.ts";
import styles from "./keys.module.css";
import { RevokeKey } from "./revoke-key.tsx";
import { RotateKey } from "./rotate-key.tsx";

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  /** A key received a new secret. */
  readonly onMade: (key: ApiKeyWithSecret) => void;
}

interface Asked {
  readonly what: "rotate" | "revoke";
  readonly key: ApiKey;
}

/** The keys, newest first; expired and revoked ones stay for a while. */
export function KeyTable({ keys, onMade }: KeyTableProps) {
  const text = useText();
  const { t } = text;
  const { nameOf } = useAdminNames();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <>
      <Table
        caption={t("settings.part_keys")}
        captionHidden
        rows={keys}
        rowKey={({ id }) => id}
        columns={[
          ...columnsIn(text, nameOf),
          {
            key: "acts",
            header: t("settings.admin_acts"),
            align: "end",
            cell: (key) => <Acts keyOf={key} onAsk={(what) => setAsked({ what, key })} />,
          },
        ]}
      />
      {asked?.what === "revoke" && <RevokeKey keyOf={asked.key} onClose={close} />}
      {asked?.what === "rotate" && (
        <RotateKey
          keyOf={asked.key}
          onClose={close}
          onMade={(key) => {
            close();
            onMade(key);
          }}
        />
      )}
    </>
  );
}

function Acts({
  keyOf: key,
  onAsk,
}: {
  readonly keyOf: ApiKey;
  readonly onAsk: (what: Asked["what"]) => void;
}) {
  const { t } = useText();
  const nowMs = useNowMs();
  if (keyState(key, nowMs) !== "live") return null;
  return (
    <Menu
      label={t("keys.menu", { name: key.name })}
      icon={<MoreIcon />}
      items={[
        { label: t("keys.rotate"), onSelect: () => onAsk("rotate") },
        { label: t("keys.revoke"), onSelect: () => onAsk("revoke"), tone: "slip" },
      ]}
    />
  );
}

function columnsIn(text: Translator, nameOf: (adminId: string) => string): Column<ApiKey>[] {
  const { t, date, list } = text;
  return [
    {
      key: "name",
      header: t("keys.name"),
      rowHeader: true,
      cell: (key) => (
        <>
          {key.name} <State keyOf={key} />
          <Below>
            <code>wlk_{key.prefix}_…</code>
          </Below>
        </>
      ),
    },
    {
      key: "scopes",
      header: t("keys.scopes"),
      cell: ({ scopes, createdBy }) => (
        <>
          {list(scopes.map((scope) => t(`keys.scope_${scope}`)))}
          <Below>{t("keys.by", { email: nameOf(createdBy) })}</Below>
        </>
      ),
    },
    { key: "used", header: t("keys.used"), cell: (key) => <LastUse keyOf={key} /> },
    {
      key: "expires",
      header: t("keys.expires"),
      cell: ({ expiresAt, createdAt }) => (
        <>
          <span className={styles.line}>
            {expiresAt === null ? t("keys.never") : date(expiresAt)}
          </span>
          <Below>{t("keys.made_on", { day: date(createdAt) })}</Below>
        </>
      ),
    },
  ];
}

function Below({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <br />
      <Text as="span" tone="soft" size="small" className={styles.line}>
        {children}
      </Text>
    </>
  );
}

function State({ keyOf }: { readonly keyOf: ApiKey }) {
  const { t } = useText();
  const state = keyState(keyOf, useNowMs());
  if (state === "live") return null;
  return <Badge tone={state === "revoked" ? "slip" : "plain"}>{t(`keys.state_${state}`)}</Badge>;
}

function LastUse({ keyOf: { lastUsedAt, lastUsedIp } }: { readonly keyOf: ApiKey }) {
  const { t, relative } = useText();
  const nowMs = useNowMs();
  if (lastUsedAt === null) return <span className={styles.line}>{t("keys.unused")}</span>;
  return (
    <>
      <span className={styles.line}>{relative(lastUsedAt, nowMs)}</span>
      {lastUsedIp !== null && <Below>{lastUsedIp}</Below>}
    </>
  );
}
