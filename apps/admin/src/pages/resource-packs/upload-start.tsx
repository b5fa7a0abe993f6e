import { useQuery } from "@tanstack/react-query";
import { Loaded } from "@wordloom/web";
import { fetchPayload } from "../../server-state/pack-payload.ts";
import { useText } from "../../text/use-text.ts";
import type { AdminPack } from "./board.ts";
import { containerOf, emptyPayload } from "./payload-text.ts";
import { UploadForm } from "./upload-form.tsx";

interface StartProps {
  readonly packId: string;
  /** Undefined: there is none of that name yet. */
  readonly pack: AdminPack | undefined;
  /** The version that one begins with; empty: the newest. */
  readonly from: string;
}

/** The form, filled with the previous version: most new versions are small changes. */
export function UploadStart({ packId, pack, from }: StartProps) {
  const { t } = useText();
  const before = pack?.versions.find(({ version }) => version === from) ?? pack?.versions[0];
  const isKnown = containerOf(packId) !== undefined;
  const path = isKnown ? before?.payloadPath : undefined;
  const text = useQuery({
    queryKey: ["payload", path],
    queryFn: async () =>
      path === undefined
        ? emptyPayload(packId)
        : // The bytes of a withdrawn version are deleted after 30 days.
          fetchPayload(path).then(textOfBytes, () => emptyPayload(packId)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded of={text} failed={t("resource-packs.failed")}>
      {(start) => <UploadForm packId={packId} pack={pack} start={start} />}
    </Loaded>
  );
}

const textOfBytes = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
