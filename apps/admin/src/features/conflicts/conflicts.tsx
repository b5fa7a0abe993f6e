import { Button, Notice, Row, Stack, Text, type BothChanged } from "@wordloom/ui";
import { useText } from "../../text/use-text.ts";

interface ConflictsProps<Values extends object> {
  readonly of: { readonly bothChanged: readonly BothChanged<Values>[] };
  /** A field's label on the page. */
  readonly nameOf: (name: keyof Values & string) => string;
}

/** Fields that somebody else changed and saved in the meantime: both values, and a choice. */
export function Conflicts<Values extends object>({ of, nameOf }: ConflictsProps<Values>) {
  const { t } = useText();
  const said = (value: unknown) => {
    const text = String(value);
    if (text === "true" || text === "false")
      return t(text === "true" ? "parameters.on" : "parameters.off");
    return text === "" ? t("shell.nothing") : text;
  };
  if (of.bothChanged.length === 0) return null;
  return (
    <Notice tone="slip" announce>
      <Stack space={2}>
        <p>{t("shell.both_changed")}</p>
        {of.bothChanged.map(({ name, mine, theirs, take }) => (
          <Row key={String(name)} spread>
            <Text as="span">
              {t("shell.both_sides", {
                name: nameOf(String(name) as keyof Values & string),
                mine: said(mine),
                theirs: said(theirs),
              })}
            </Text>
            <Button size="small" onClick={take}>
              {t("shell.take_theirs")}
            </Button>
          </Row>
        ))}
      </Stack>
    </Notice>
  );
}
