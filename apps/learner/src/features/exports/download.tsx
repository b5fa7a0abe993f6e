import { Button, DownloadIcon, Text } from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { useState } from "react";
import { useText } from "../../text/use-text.ts";

/** A button that saves a file of today. */
export function Download({
  label,
  save,
}: {
  readonly label: string;
  readonly save: (day: string) => Promise<void>;
}) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const start = async () => {
    setBusy(true);
    try {
      await save(new Date().toISOString().slice(0, 10));
      setSaid(text.t("settings.export_done"));
    } catch (error) {
      setSaid(refusalText(error, text));
    }
    setBusy(false);
  };
  return (
    <>
      <div>
        <Button icon={<DownloadIcon />} busy={busy} onClick={() => void start()}>
          {label}
        </Button>
      </div>
      <div role="status">{said !== undefined && <Text size="small">{said}</Text>}</div>
    </>
  );
}
