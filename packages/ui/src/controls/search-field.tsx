import type { ComponentProps } from "react";
import { CloseIcon, SearchIcon } from "../icons/icons.tsx";
import { Spinner } from "../feedback/spinner.tsx";
import { useUi } from "../ui-provider.tsx";
import { IconButton } from "./icon-button.tsx";
import { Kbd } from "./kbd.tsx";
import inside from "./text-field.module.css";
import { TextField, type TextFieldProps } from "./text-field.tsx";

/** A search field. Esc or a button clears it. Its label is hidden by default. */
export function SearchField({
  value,
  onChange,
  busy = false,
  keys,
  labelHidden = true,
  onKeyDown,
  ...rest
}: Omit<TextFieldProps, "type" | "prefix" | "suffix"> & {
  /** Results are being fetched. */
  busy?: boolean | undefined;
  /** The shortcut that focuses it. */
  keys?: string | undefined;
}) {
  const { labels } = useUi();
  const escape: NonNullable<ComponentProps<"input">["onKeyDown"]> = (event) => {
    if (event.key === "Escape" && value !== "") {
      event.preventDefault();
      event.stopPropagation();
      onChange("");
    }
    onKeyDown?.(event);
  };
  const after = value !== "" && (
    <IconButton
      label={labels.clear}
      size="small"
      className={inside.inside}
      onClick={(event) => {
        onChange("");
        event.currentTarget.closest("div")?.querySelector("input")?.focus();
      }}
    >
      <CloseIcon size={18} />
    </IconButton>
  );
  return (
    <TextField
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      value={value}
      onChange={onChange}
      labelHidden={labelHidden}
      onKeyDown={escape}
      prefix={busy ? <Spinner /> : <SearchIcon />}
      suffix={after || (keys === undefined ? undefined : <Kbd aria-hidden="true">{keys}</Kbd>)}
      {...rest}
    />
  );
}
