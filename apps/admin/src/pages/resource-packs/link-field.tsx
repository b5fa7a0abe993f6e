import { linkTarget, linkTargets } from "@wordloom/contract/packs";
import { Row, SelectField, TextField } from "@wordloom/ui";
import { useText } from "../../text/use-text.ts";

interface LinkProps {
  /** The link in the payload; empty for none. */
  readonly link: string;
  readonly onChange: (link: string | undefined) => void;
  readonly error?: string;
}

/** Apps ignore the scheme; ours is used. */
const linkTo = (target: string) => `wordloom://${target}`;
const WORD = "word/";

/** The target of a piece of content: a screen, or one word. */
export function LinkField({ link, onChange, error }: LinkProps) {
  const { t } = useText();
  const target = linkTarget(link) ?? "";
  const isWord = target.startsWith(WORD) || link === linkTo(WORD);
  const isOther = link !== "" && target === "" && !isWord;
  const choose = (chosen: string) => onChange(chosen === "none" ? undefined : linkTo(chosen));
  return (
    <Row align="start">
      <SelectField
        label={t("resource-packs.item_link")}
        value={link === "" ? "none" : isWord ? WORD : isOther ? link : target}
        options={[
          { value: "none", label: t("resource-packs.link_none") },
          ...linkTargets.map((screen) => ({ value: screen as string, label: screen })),
          { value: WORD, label: t("resource-packs.link_word") },
          ...(isOther ? [{ value: link, label: link }] : []),
        ]}
        onChange={choose}
        {...(error !== undefined && !isWord && { error })}
      />
      {isWord && (
        <TextField
          label={t("resource-packs.link_word_id")}
          spellCheck={false}
          value={link.slice(linkTo(WORD).length)}
          onChange={(id) => onChange(linkTo(WORD + id))}
          {...(error !== undefined && { error })}
        />
      )}
    </Row>
  );
}
