import { Menu, toast, type MenuItem } from "@wordloom/ui";
import type { Wordbook } from "@wordloom/contract";
import { refusalText } from "@wordloom/web";
import { exportAdminWordbook } from "virtual:endpoints";
import { useState } from "react";
import { download } from "../../server-state/download.ts";
import { useText } from "../../text/use-text.ts";
import { DeleteBook } from "./delete-book.tsx";
import { EditBook } from "./edit-book.tsx";

interface ActsProps {
  readonly book: Wordbook;
  /** Undefined while unknown. */
  readonly tags: readonly string[] | undefined;
}

const formats = ["json", "csv", "txt"] as const;

/** The acts on a wordbook. A learner's own book belongs to the learner; it can only be exported. */
export function BookActs({ book, tags }: ActsProps) {
  const text = useText();
  const { t } = text;
  const [open, setOpen] = useState<"edit" | "delete">();
  const isOwn = book.type === "system";
  const fetchAs = (format: (typeof formats)[number]) => {
    const path = exportAdminWordbook.path.replace(":id", encodeURIComponent(book.id));
    void download(`${path}?format=${format}`, `${book.name}.${format}`).catch((error: unknown) =>
      toast({ text: refusalText(error, text), tone: "slip" }),
    );
  };
  const items: MenuItem[] = [
    {
      label: t("wordbooks.edit"),
      onSelect: () => setOpen("edit"),
      disabled: !isOwn || tags === undefined,
    },
    ...formats.map((format, at) => ({
      label: t(`wordbooks.export_${format}`),
      onSelect: () => fetchAs(format),
      ruled: at === 0,
    })),
    {
      label: t("wordbooks.delete"),
      onSelect: () => setOpen("delete"),
      disabled: !isOwn,
      tone: "slip",
      ruled: true,
    },
    ...(isOwn ? [] : [{ label: t("wordbooks.only_owner"), disabled: true }]),
  ];
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu label={t("wordbooks.acts")} showLabel items={items} />
      {open === "edit" && <EditBook book={book} tags={tags ?? []} onClose={close} />}
      {open === "delete" && <DeleteBook book={book} onClose={close} />}
    </>
  );
}
