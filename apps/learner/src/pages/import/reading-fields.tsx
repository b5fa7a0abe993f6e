import { Checkbox, Row, SelectField, Stack } from "@wordloom/ui";
import type { Import, ImportOptions, ImportPreview } from "@wordloom/contract";
import { useText } from "../../text/use-text.ts";
import type { Reading } from "./import-choices.ts";
import styles from "./reading-fields.module.css";

interface FieldProps {
  readonly preview: ImportPreview;
  readonly reading: Reading;
  readonly onChange: (change: Reading) => void;
}

/** How a file is read, folded away: separator, header, encoding, and the sheet of a workbook. */
export function ReadingFields({
  kind,
  preview,
  reading,
  onChange,
}: FieldProps & { readonly kind: Import["kind"] }) {
  const { t } = useText();
  const isText = kind === "text" || kind === "csv";
  const hasHeader = isText || kind === "xlsx";
  if (!hasHeader && preview.encoding === null) return null;
  const field = { preview, reading, onChange };
  return (
    <Stack space={2}>
      {preview.sheets.length > 1 && <SheetField {...field} />}
      <details className={styles.more}>
        <summary>{t("imports.reads_wrong")}</summary>
        <Stack space={2}>
          {hasHeader && (
            <Checkbox
              label={t("imports.has_header")}
              checked={reading.hasHeader ?? preview.hasHeader}
              onChange={(checked) => onChange({ hasHeader: checked })}
            />
          )}
          <Row>
            {isText && <SeparatorField {...field} />}
            {preview.encoding !== null && <EncodingField {...field} />}
          </Row>
        </Stack>
      </details>
    </Stack>
  );
}

function SheetField({ preview: { sheets }, reading, onChange }: FieldProps) {
  const { t } = useText();
  const shown = sheets.find(({ hidden }) => !hidden) ?? sheets[0];
  return (
    <Row>
      <SelectField
        label={t("imports.sheet")}
        value={reading.sheet ?? shown?.name ?? ""}
        options={sheets.map(({ name }) => ({ value: name, label: name }))}
        onChange={(sheet) => onChange({ sheet })}
      />
    </Row>
  );
}

const separators = ["\t", ",", ";", " - ", " – ", ": ", " = ", "|", "#"];
const named: Readonly<Record<string, "tab" | "comma" | "semicolon" | "dash">> = {
  "\t": "tab",
  ",": "comma",
  ";": "semicolon",
  " - ": "dash",
};

function SeparatorField({ preview, reading, onChange }: FieldProps) {
  const { t } = useText();
  const present = reading.separator ?? preview.separator ?? "";
  const all =
    present === "" || separators.includes(present) ? separators : [present, ...separators];
  const labelOf = (characters: string) => {
    const name = named[characters];
    return name === undefined ? characters.trim() : t(`imports.separator_${name}`);
  };
  return (
    <SelectField
      label={t("imports.separator")}
      value={present}
      placeholder={t("imports.separator_found")}
      options={all.map((value) => ({ value, label: labelOf(value) }))}
      onChange={(separator) => onChange({ separator })}
    />
  );
}

type Encoding = NonNullable<ImportOptions["encoding"]>;

/** Encodings by their usual names, with the language for which they were made. */
const encodings: Readonly<Record<Encoding, readonly [name: string, language: string | undefined]>> =
  {
    "utf-8": ["UTF-8", undefined],
    "utf-16le": ["UTF-16 LE", undefined],
    "utf-16be": ["UTF-16 BE", undefined],
    gb18030: ["GB18030, GBK", "zh-Hans"],
    big5: ["Big5", "zh-Hant"],
    shift_jis: ["Shift JIS", "ja"],
    "euc-jp": ["EUC-JP", "ja"],
    "euc-kr": ["EUC-KR", "ko"],
    "windows-1252": ["Windows-1252, Latin-1", undefined],
    "windows-1251": ["Windows-1251", "ru"],
    macintosh: ["Mac OS Roman", undefined],
  };

function EncodingField({ preview, reading, onChange }: FieldProps) {
  const { t, language } = useText();
  const names = new Intl.DisplayNames(language, { type: "language" });
  const options = (Object.keys(encodings) as Encoding[]).map((value) => {
    const [name, made] = encodings[value];
    return { value, label: made === undefined ? name : `${names.of(made)} (${name})` };
  });
  return (
    <SelectField<Encoding>
      label={t("imports.encoding")}
      value={reading.encoding ?? ((preview.encoding ?? "") as Encoding | "")}
      options={options}
      onChange={(encoding) => onChange({ encoding })}
    />
  );
}
