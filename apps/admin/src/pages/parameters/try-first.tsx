import { Button } from "@wordloom/ui";
import { storeEngineTrial } from "virtual:endpoints";
import { useLocation } from "wouter";
import { useAct } from "../../features/acts/use-act.ts";
import { shortHash } from "../../features/engine-config/version-text.ts";
import { useText } from "../../text/use-text.ts";

interface TryFirstProps {
  /** All parameters, with the changes. */
  readonly config: object;
  readonly note: string;
  readonly disabled: boolean;
}

/** Stores the changes without putting them in force, and opens the trial page for them. */
export function TryFirst({ config, note, disabled }: TryFirstProps) {
  const { t } = useText();
  const [, navigate] = useLocation();
  const store = useAct(storeEngineTrial, {
    done: ({ versionHash }) => t("parameters.trial_stored", { hash: shortHash(versionHash) }),
    onDone: ({ versionHash }) => navigate(`/engine/parameters/canary?version=${versionHash}`),
  });
  const query = note.trim() === "" ? {} : { note };
  return (
    <Button
      busy={store.busy}
      disabled={disabled}
      onClick={() => store.run({ body: config, query } as never)}
    >
      {t("parameters.try_first")}
    </Button>
  );
}
