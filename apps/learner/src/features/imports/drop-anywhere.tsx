import { toast } from "@wordloom/ui";
import { useEffect, useEffectEvent, useState } from "react";
import { useText } from "../../text/use-text.ts";
import styles from "./drop-anywhere.module.css";

/** Takes a file that is dropped anywhere on the page; the page says so while one hovers over it. */
export function DropAnywhere({ onFile }: { readonly onFile: (file: File) => void }) {
  const { t } = useText();
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((files: FileList) => {
    const [first] = files;
    if (first === undefined) return;
    if (files.length > 1) toast({ text: t("imports.one_at_a_time", { file: first.name }) });
    onFile(first);
  });
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Otherwise the browser would open the file.
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      // A field under the pointer has taken the file.
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      if (event.dataTransfer !== null) take(event.dataTransfer.files);
    };
    window.addEventListener("dragover", over, { signal });
    window.addEventListener("dragleave", leave, { signal });
    window.addEventListener("drop", drop, { signal });
    return () => ended.abort();
  }, []);
  return isOver && <div className={styles.over}>{t("imports.drop_here")}</div>;
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;
