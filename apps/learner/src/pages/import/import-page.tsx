import { Headline, LiveRegion, Skeleton, SkeletonRows, Stack, Text } from "@wordloom/ui";
import type { Import } from "@wordloom/contract";
import { useEffect, useRef } from "react";
import { Link, useParams } from "wouter";
import { Reading } from "@wordloom/web";
import { isMoving } from "../../features/imports/import-states.ts";
import { useText } from "../../text/use-text.ts";
import { FailedImport } from "./failed-import.tsx";
import { FinishedImport } from "./finished-import.tsx";
import styles from "./import-page.module.css";
import { MovingImport } from "./moving-import.tsx";
import { ReadyAccount } from "./ready-account.tsx";
import { ReadyImport } from "./ready-import.tsx";
import { useFollowedImport } from "./use-followed-import.ts";

/** A file that the learner brought: what it holds, what becomes of it, and what became of it. */
export function ImportPage() {
  const { id = "" } = useParams();
  const { t } = useText();
  return (
    <Reading
      query={useFollowedImport(id)}
      level={1}
      heading={t("imports.not_loaded")}
      skeleton={
        <Stack space={3}>
          <Skeleton height="3rem" width="50%" />
          <SkeletonRows rows={6} />
        </Stack>
      }
    >
      {(read) => <OneImport key={read.id} file={read} />}
    </Reading>
  );
}

function OneImport({ file }: { readonly file: Import }) {
  const { t } = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that began a step went with it, and the focus with the button.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [file.state]);
  return (
    <Stack space={4}>
      <Stack space={2}>
        <Text size="small">
          <Link href="/books">{t("books.title")}</Link>
        </Text>
        <Headline ref={heading} tabIndex={-1} className={styles.name}>
          {file.name}
        </Headline>
      </Stack>
      <LiveRegion text={useSpoken(file)} />
      <OneState file={file} />
    </Stack>
  );
}

function OneState({ file }: { readonly file: Import }) {
  if (isMoving(file.state)) return <MovingImport file={file} />;
  if (file.state === "ready" && file.kind === "account") return <ReadyAccount file={file} />;
  if (file.state === "ready") return <ReadyImport file={file} />;
  if (file.state === "failed") return <FailedImport file={file} />;
  return <FinishedImport file={file} />;
}

/** What is read out: each state, and each quarter of the way. */
function useSpoken({ state, progress, counts }: Import): string {
  const { t, percent } = useText();
  const said = t(`imports.state_${state}`, { count: counts?.words ?? 0 });
  const quarters = Math.floor(progress * 4) / 4;
  return isMoving(state) && quarters > 0 ? `${said} ${percent(quarters)}` : said;
}
