import { Button, toast } from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { useState } from "react";
import { download } from "../../server-state/download.ts";
import { useText } from "../../text/use-text.ts";

interface ExportProps {
  readonly label: string;
  /** Path of the endpoint that returns the file. */
  readonly path: string;
  /** The list's filters: the file contains what is shown. */
  readonly query?: Readonly<Record<string, string>>;
  /** The file's name. */
  readonly name: string;
  /** The role does not permit it; the reason is shown next to the button. */
  readonly disabled?: boolean;
}

/** Downloads a list as a file. The service records who fetched it. */
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
