import { Button, toast } from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { useState } from "react";
import { download } from "../../server-state/download.ts";
import { useText } from "../../text/use-text.ts";

interface ExportProps {
  readonly label: string;
  /** Of the endpoint that gives the file. */
  readonly path: string;
  /** Filters of the list: the file holds what is shown. */
  readonly query?: Readonly<Record<string, string>>;
  /** Of the file. */
  readonly name: string;
  /** Where the role does not allow it; the reason stands beside it. */
  readonly disabled?: boolean;
}

/** A list as a file. The service notes who fetched it. */
export function ExportButton({ label, path, query = {}, name, disabled = false }: ExportProps) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const search = new URLSearchParams(query).toString();
  const fetchFile = async () => {
    setBusy(true);
    await download(search === "" ? path : `${path}?${search}`, name).catch((error: unknown) =>
      toast({ text: refusalText(error, text), tone: "slip" }),
    );
    setBusy(false);
  };
  return (
    <Button busy={busy} disabled={disabled} onClick={() => void fetchFile()}>
      {label}
    </Button>
  );
}
