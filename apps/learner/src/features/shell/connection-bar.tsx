import { useObservable } from "../../platform/use-observable.ts";
import { connection } from "../../server-state/connection.ts";
import { useText } from "../../text/text-provider.tsx";
import styles from "./connection-bar.module.css";

/** One line when the service cannot be reached, and what that means for the learner. */
export function ConnectionBar() {
  const { t } = useText();
  const state = useObservable(connection);
  return (
    <div role="status">
      {state !== "online" && <p className={styles.bar}>{t(`shell.connection_${state}`)}</p>}
    </div>
  );
}
