import type { ComponentProps, CSSProperties } from "react";
import { Field, type FieldProps } from "./field.tsx";
import styles from "./slider.module.css";

/**
 * A quantity whose feel matters more than its exact figure. The current value is shown next to it.
 */
export function Slider({
  label,
  labelHidden,
  hint,
  error,
  id,
  value,
  onChange,
  min = 0,
  max = 100,
  step = 1,
  valueText,
  end,
  className,
  ...rest
}: FieldProps &
  Omit<
    ComponentProps<"input">,
    "type" | "value" | "onChange" | "min" | "max" | "step" | "children"
  > & {
    value: number;
    onChange: (value: number) => void;
    min?: number | undefined;
    max?: number | undefined;
    step?: number | undefined;
    /** The value in words, with its unit: "20 new words". Shown and read out. */
    valueText: string;
    /** The consequence, at the end of the line: "about 12 minutes a day". */
    end?: string | undefined;
  }) {
  const share = max > min ? (Math.min(max, Math.max(min, value)) - min) / (max - min) : 0;
  return (
    <Field {...{ label, labelHidden, hint, error, id, className }}>
      {(control) => (
        <>
          <input
            type="range"
            className={styles.slider}
            style={{ "--share": share } as CSSProperties}
            min={min}
            max={max}
            step={step}
            value={value}
            aria-valuetext={end === undefined ? valueText : `${valueText}, ${end}`}
            onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
            {...control}
            {...rest}
          />
          <div className={styles.said} aria-hidden="true">
            <span className={styles.value}>{valueText}</span>
            {end !== undefined && <span className={styles.end}>{end}</span>}
          </div>
        </>
      )}
    </Field>
  );
}
