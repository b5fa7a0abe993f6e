import { useState, type ComponentProps } from "react";
import { cx } from "../cx.ts";
import { MinusIcon, PlusIcon } from "../icons/icons.tsx";
import { useUi } from "../ui-provider.tsx";
import { Field, type FieldControl, type FieldProps } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";
import { withinSteps } from "./steps.ts";
import styles from "./stepper.module.css";
import frame from "./text-field.module.css";

type StepperProps = FieldProps &
  Omit<
    ComponentProps<"input">,
    "type" | "value" | "onChange" | "min" | "max" | "step" | "children"
  > & {
    value: number;
    onChange: (value: number) => void;
    min?: number | undefined;
    max?: number | undefined;
    step?: number | undefined;
    /** After the figure: "words". */
    unit?: string | ((value: number) => string) | undefined;
  };

/**
 * A whole number with a button on either side. Typed text is checked when the field loses focus.
 */
export function Stepper({ label, labelHidden, hint, error, id, className, ...rest }: StepperProps) {
  return (
    <Field {...{ label, labelHidden, hint, error, id, className }}>
      {(control) => <Steps {...rest} control={control} wrong={error !== undefined} />}
    </Field>
  );
}

function Steps({
  control,
  wrong,
  value,
  onChange,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  step = 1,
  unit,
  disabled = false,
  onBlur,
  ...rest
}: Omit<StepperProps, keyof FieldProps> & { control: FieldControl; wrong: boolean }) {
  const { labels } = useUi();
  const [typed, setTyped] = useState<string>();
  const limits = { min, max, step };
  const settle = (next: number) => {
    setTyped(undefined);
    const within = withinSteps(next, limits);
    if (within !== value) onChange(within);
  };
  const button = { size: "small" as const, className: frame.inside };
  return (
    <div className={cx(frame.frame, styles.stepper, wrong && frame.wrong)}>
      <IconButton
        {...button}
        label={labels.decrease}
        disabled={disabled || value <= min}
        onClick={() => settle(value - step)}
      >
        <MinusIcon />
      </IconButton>
      <input
        type="number"
        inputMode="numeric"
        className={cx(frame.input, styles.figure)}
        {...limits}
        disabled={disabled}
        value={typed ?? String(value)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={(event) => {
          settle(typed === undefined || typed === "" ? value : Number(typed));
          onBlur?.(event);
        }}
        {...control}
        {...rest}
      />
      {unit !== undefined && (
        <span className={styles.unit}>{typeof unit === "string" ? unit : unit(value)}</span>
      )}
      <IconButton
        {...button}
        label={labels.increase}
        disabled={disabled || value >= max}
        onClick={() => settle(value + step)}
      >
        <PlusIcon />
      </IconButton>
    </div>
  );
}
