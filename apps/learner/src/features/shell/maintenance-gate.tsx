import { Button, Empty } from "@wordloom/ui";
import { useEffect, useRef, type ReactNode } from "react";
import { connection, queryClient } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import { signIn } from "../../server-state/sign-in.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./maintenance-gate.module.css";

/**
 * Replaces the screen during maintenance. The screen below keeps its state and inputs, and returns
 * by itself.
 */
export function MaintenanceGate({ children }: { readonly children: ReactNode }) {
  const isClosed = useObservable(connection) === "maintenance";
  const wasClosed = useRef(false);
  useEffect(() => {
    if (wasClosed.current && !isClosed) void queryClient.invalidateQueries();
    wasClosed.current = isClosed;
  }, [isClosed]);
  return (
    <>
      {isClosed && <Maintenance />}
      <div hidden={isClosed}>{children}</div>
    </>
  );
}

function Maintenance() {
  const { t } = useText();
  const isIn = useObservable(signIn).kind === "in";
  return (
    <main className={styles["main"]} aria-live="polite">
      <Empty
        level={1}
        heading={t("shell.maintenance")}
        text={t(isIn ? "shell.maintenance_text" : "shell.maintenance_outside")}
        action={
          isIn && (
            <Button kind="primary" href="/study">
              {t("shell.maintenance_study")}
            </Button>
          )
        }
      />
    </main>
  );
}
