import { ErrorState, Page } from "@wordloom/ui";
import { useEffect, useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import { useText } from "../text/text-provider.tsx";
import { Boundary } from "./boundary.tsx";
import { isMissingFile } from "./missing-file.ts";
import { reloadIfServed } from "./reload.ts";

/**
 * Replaces a screen that cannot be drawn until another one is opened. If a file of the app is
 * missing, it checks for the file and reloads the page.
 * @param whole  nothing surrounds the screen: no navigation, no landmark
 */
export function ScreenBoundary({
  whole = false,
  children,
}: {
  readonly whole?: boolean;
  readonly children: ReactNode;
}) {
  const [at] = useLocation();
  const otherwise = (error: unknown) => {
    const state = isMissingFile(error) ? <Missing /> : <Broken />;
    return whole ? <Page as="main">{state}</Page> : state;
  };
  return (
    <Boundary at={at} otherwise={otherwise}>
      {children}
    </Boundary>
  );
}

function Broken() {
  const { t } = useText();
  return (
    <ErrorState
      level={1}
      heading={t("common.screen_broken")}
      text={t("common.screen_broken_text")}
      retryLabel={t("common.load_again")}
      onRetry={() => location.reload()}
    />
  );
}

/** How often to check for the file. */
const LOOK_MS = 5_000;

function Missing() {
  const { t } = useText();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const look = () => void reloadIfServed(true);
    look();
    const timer = setInterval(look, LOOK_MS);
    addEventListener("online", look);
    return () => {
      clearInterval(timer);
      removeEventListener("online", look);
    };
  }, []);
  const retry = async () => {
    setBusy(true);
    await reloadIfServed();
    setBusy(false);
  };
  return (
    <ErrorState
      level={1}
      heading={t("common.screen_missing")}
      text={t("common.screen_missing_text")}
      onRetry={() => void retry()}
      busy={isBusy}
    />
  );
}
