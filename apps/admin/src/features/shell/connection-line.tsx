import { Notice } from "@wordloom/ui";
import { connection } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import styles from "./shell.module.css";
import { useOldestRead } from "./use-oldest-read.ts";
import { useText } from "../../text/use-text.ts";

/** Reports when the service is unreachable, and how old the displayed data is. */
export function ConnectionLine() {
  const state = useObservable(connection);
  if (state === "online" || state === "maintenance") return null;
  return <Away state={state} />;
}

function Away({ state }: { readonly state: "offline" | "failing" }) {
  const { t, relative } = useText();
  const { sinceMs, nowMs } = useOldestRead();
  return (
    <Notice tone="slip" announce className={styles.connection} heading={t(`shell.${state}`)}>
      {sinceMs === undefined
        ? t("shell.last_known")
        : t("shell.last_known_since", { time: relative(sinceMs, nowMs) })}
    </Notice>
  );
}
