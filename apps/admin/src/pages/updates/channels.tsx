import { Anchor, Badge, Button, Columns, Row, Section, Stack, Text } from "@wordloom/ui";
import type { AdminUpdateStatus, ChannelStatus, ReleaseChannel } from "@wordloom/contract";
import { readChangelog } from "virtual:endpoints";
import { useState } from "react";
import { Markdown } from "../../features/markdown/markdown.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { InstallDialog } from "./install-dialog.tsx";
import styles from "./updates.module.css";

interface ChannelsProps {
  readonly status: AdminUpdateStatus;
  /** A task is running. */
  readonly isBusy: boolean;
}

const channels = ["stable", "beta"] as const satisfies readonly ReleaseChannel[];

/** The newest release of each channel, with its description. */
export function Channels(props: ChannelsProps) {
  return (
    <Columns>
      {channels.map((channel) => (
        <Channel key={channel} channel={channel} {...props} />
      ))}
    </Columns>
  );
}

function Channel({
  channel,
  status,
  isBusy,
}: ChannelsProps & { readonly channel: ReleaseChannel }) {
  const { t } = useText();
  const { [channel]: release } = status;
  const isStable = channel === "beta" && release?.latestVersion === status.stable?.latestVersion;
  return (
    <Section heading={t(`updates.channel_${channel}`)} data-channel={channel}>
      <Stack space={2}>
        <Text tone="soft" size="small">
          {t(`updates.channel_${channel}_what`)}
        </Text>
        {release === null ? (
          <Text>{t("updates.no_release_here")}</Text>
        ) : isStable ? (
          <Text>{t("updates.same_as_stable", { version: release.latestVersion })}</Text>
        ) : (
          <Release {...{ channel, release, status, isBusy }} />
        )}
      </Stack>
    </Section>
  );
}

function Release({
  channel,
  release,
  status,
  isBusy,
}: ChannelsProps & { readonly channel: ReleaseChannel; readonly release: ChannelStatus }) {
  const { t, date } = useText();
  const [isAsking, setAsking] = useState(false);
  const { latestVersion, latestPublishedAt, releaseNotes, hasUpdate, failedHereAt } = release;
  const reason = reasonAgainst({ release, status, isBusy });
  return (
    <Stack space={2}>
      <Row>
        <strong>{latestVersion}</strong>
        {failedHereAt === null ? (
          <Badge tone={hasUpdate ? "firm" : "plain"}>
            {t(hasUpdate ? "updates.newer" : "updates.not_newer")}
          </Badge>
        ) : (
          <Badge tone="slip">{t("updates.failed_here", { day: date(failedHereAt) })}</Badge>
        )}
        {latestPublishedAt !== null && <Text tone="soft">{date(latestPublishedAt)}</Text>}
      </Row>
      {releaseNotes !== "" && (
        <div
          className={styles.notes}
          role="region"
          tabIndex={0}
          aria-label={t("updates.notes", { version: latestVersion })}
        >
          <Markdown text={releaseNotes} />
        </div>
      )}
      <Links channel={channel} releaseUrl={release.releaseUrl} />
      <Row>
        <Button
          kind={channel === "stable" && hasUpdate ? "primary" : "quiet"}
          disabled={reason !== undefined}
          onClick={() => setAsking(true)}
        >
          {t("updates.install", { version: latestVersion })}
        </Button>
        {reason !== undefined && <Text tone="soft">{t(reason)}</Text>}
      </Row>
      {isAsking && (
        <InstallDialog
          channel={channel}
          target={latestVersion}
          current={status.currentVersion}
          onClose={() => setAsking(false)}
        />
      )}
    </Stack>
  );
}

function reasonAgainst({
  release: { canApply, hasUpdate, failedHereAt },
  status: { allowDowngrade, canApplyReason },
  isBusy,
}: ChannelsProps & { readonly release: ChannelStatus }) {
  if (isBusy) return "updates.not_now";
  // A release that failed once may be retried: only newer ones can have been rolled back.
  if (!hasUpdate && failedHereAt === null && !allowDowngrade) return "updates.not_older";
  if (canApplyReason !== null) return "updates.not_from_here";
  return canApply ? undefined : "updates.not_complete";
}

/** Only web addresses: they come from the list of releases. */
const isWeb = (url: string) => /^https?:\/\//.test(url);

function Links({
  channel,
  releaseUrl,
}: {
  readonly channel: ReleaseChannel;
  readonly releaseUrl: string;
}) {
  const { t } = useText();
  const changelog = useRead(readChangelog, { query: { channel } });
  const compareUrl = changelog.data?.compareUrl ?? "";
  return (
    <Row>
      {isWeb(releaseUrl) && <Anchor href={releaseUrl}>{t("updates.release_page")}</Anchor>}
      {isWeb(compareUrl) && <Anchor href={compareUrl}>{t("updates.compare")}</Anchor>}
    </Row>
  );
}
