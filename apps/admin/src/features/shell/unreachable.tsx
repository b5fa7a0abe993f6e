import { ErrorState, Narrow } from "@wordloom/ui";
import { refusalText, traceOf } from "@wordloom/web";
import { ApiError } from "../../server-state/api.ts";
import { restoreSignIn } from "../../server-state/sign-in.ts";
import { useText } from "../../text/use-text.ts";

/** Shown before sign-in is known: the service does not respond, or demands a pause first. */
export function Unreachable({ error }: { readonly error: unknown }) {
  const text = useText();
  const { t } = text;
  const status = error instanceof ApiError ? error.status : 0;
  const heading =
    status === 0 ? "shell.offline" : status === 429 ? "shell.too_often" : "shell.failing";
  return (
    <Narrow>
      <ErrorState
        level={1}
        heading={t(heading)}
        text={refusalText(error, text)}
        onRetry={() => void restoreSignIn()}
        traceId={traceOf(error)}
      />
    </Narrow>
  );
}
