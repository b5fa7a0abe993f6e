import { useState, type ComponentProps, type DragEvent } from "react";
import { cx } from "../cx.ts";
import { UploadIcon } from "../icons/icons.tsx";
import { Field, type FieldProps } from "./field.tsx";
import styles from "./file-field.module.css";

/** Files from the device: chosen, or dropped onto the field. Fires once per choice. */
export function FileField({
  label,
  labelHidden,
  hint,
  error,
  id,
  onFiles,
  text,
  chosen,
  multiple = false,
  disabled = false,
  className,
  ...rest
}: FieldProps &
  Omit<ComponentProps<"input">, "type" | "value" | "onChange" | "children"> & {
    onFiles: (files: readonly File[]) => void;
    /** The instruction: "Choose a file, or drop it here". */
    text: string;
    /** The name of the chosen file, shown instead of the text. */
    chosen?: string | undefined;
  }) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent<HTMLDivElement>) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (!disabled && files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
  };
  return (
    <Field {...{ label, labelHidden, hint, error, id, className }}>
      {(control) => (
        <div
          className={cx(styles.file, over && styles.over, error && styles.wrong)}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(!disabled);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <input
            type="file"
            className={styles.input}
            multiple={multiple}
            disabled={disabled}
            onChange={(event) => {
              const files = [...(event.currentTarget.files ?? [])];
              // Cleared, so that the same file can be chosen again after a correction.
              event.currentTarget.value = "";
              if (files.length > 0) onFiles(files);
            }}
            {...control}
            {...rest}
          />
          <UploadIcon />
          <span className={styles.text}>{chosen ?? text}</span>
        </div>
      )}
    </Field>
  );
}
