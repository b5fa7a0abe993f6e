import type { Endpoint } from "@wordloom/contract";
import type { CallInput } from "@wordloom/contract/client";
import { ConfirmDialog, Notice, type ConfirmProps } from "@wordloom/ui";
import { useText } from "../../text/use-text.ts";
import { useAct, type ActOptions } from "./use-act.ts";

type Question = Pick<ConfirmProps, "title" | "confirmLabel" | "danger" | "typed" | "children">;
type Sending<E extends Endpoint> = Pick<
  ActOptions<E>,
  "done" | "onDone" | "timeoutMs" | "readsAgainWhenRefused" | "entriesAt"
>;

interface ActDialogProps<E extends Endpoint> extends Question, Sending<E> {
  readonly act: E;
  readonly input: CallInput<E>;
  /** Called after success as well, unless `onDone` is given. */
  readonly onClose: () => void;
  /** For acts whose own label could be confused with "Cancel". */
  readonly cancelLabel?: string | undefined;
}

/**
 * Asks for confirmation of one act; the children say what it will do. Stays open with the reason if
 * the service refuses the act.
 */
export function ActDialog<const E extends Endpoint>(props: ActDialogProps<E>) {
  const { act: endpoint, input, onClose, cancelLabel, children } = props;
  const { title, confirmLabel, danger, typed } = props;
  const { done, onDone, timeoutMs, readsAgainWhenRefused, entriesAt } = props;
  const { t } = useText();
  const act = useAct(endpoint, {
    showsRefusals: true,
    onDone: onDone ?? onClose,
    ...(done !== undefined && { done }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(entriesAt !== undefined && { entriesAt }),
    ...(readsAgainWhenRefused !== undefined && { readsAgainWhenRefused }),
  });
  return (
    <ConfirmDialog
      open
      {...{ onClose, title, confirmLabel, danger, typed }}
      cancelLabel={cancelLabel ?? t("common.cancel")}
      busy={act.busy}
      onConfirm={() => act.run(input)}
      error={
        act.refusal !== undefined && (
          <Notice tone="slip" announce>
            {act.refusal}
          </Notice>
        )
      }
    >
      {children}
    </ConfirmDialog>
  );
}
