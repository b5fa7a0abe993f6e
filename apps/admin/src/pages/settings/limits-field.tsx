import { Table, Text, TextField, type BoundField } from "@wordloom/ui";
import { useText, type Translator } from "../../text/use-text.ts";
import { LIMIT_PARTS, limitsIn, withLimit, type Limit } from "./limits.ts";
import styles from "./settings.module.css";

interface LimitsProps {
  readonly label: string;
  readonly hint: string;
  readonly field: BoundField<string>;
}

/** Rate limits as a small table: bucket, number of requests, window. */
export function LimitsField({
  label,
  hint,
  field: { name, value, onChange, onBlur, error },
}: LimitsProps) {
  const text = useText();
  const { t } = text;
  const limits = limitsIn(value);
  const cell = (bucket: string, part: keyof Limit) => (
    <TextField
      label={t(`settings.limit_${part}_of`, { name: bucketName(bucket, text) })}
      labelHidden
      inputMode="numeric"
      className={styles.limit}
      name={`${name}.${bucket}.${part}`}
      value={String(limits[bucket]?.[part] ?? "")}
      onChange={(typed) => onChange(withLimit(value, bucket, part, typed))}
      onBlur={onBlur}
    />
  );
  return (
    <div id={name} tabIndex={-1}>
      <Table
        caption={`${label}. ${hint}`}
        dense
        rows={Object.keys(limits)}
        rowKey={(bucket) => bucket}
        columns={[
          {
            key: "bucket",
            header: t("settings.limit_of"),
            rowHeader: true,
            cell: (bucket) => bucketName(bucket, text),
          },
          ...LIMIT_PARTS.map((part) => ({
            key: part,
            header: t(`settings.limit_${part}`),
            cell: (bucket: string) => cell(bucket, part),
          })),
        ]}
      />
      {error !== undefined && (
        <Text tone="slip" size="small" role="alert">
          {error}
        </Text>
      )}
    </div>
  );
}

/** The console's name for a bucket, if there is one. */
function bucketName(bucket: string, { t, has }: Translator): string {
  const key = `settings.bucket_${bucket}`;
  return has(key) ? t(key) : bucket;
}
