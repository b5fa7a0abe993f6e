import { Fragment, type ReactNode } from "react";
import type { TextValues } from "@wordloom/web";
import type { TextKey } from "../../text/keys.ts";
import { useText } from "../../text/use-text.ts";

/** A placeholder for what is put in while the sentence is built; no text contains it. */
const MARK = "\uE000";

/** A sentence with something that is no plain text, such as a link, at a mark. */
export function SentenceWith({
  text,
  mark,
  values = {},
  children,
}: {
  readonly text: TextKey;
  readonly mark: string;
  readonly values?: TextValues;
  readonly children: ReactNode;
}): ReactNode {
  const { t } = useText();
  const pieces = t(text, { ...values, [mark]: MARK }).split(MARK);
  return pieces.map((piece, index) => (
    <Fragment key={index}>
      {index > 0 && children}
      {piece}
    </Fragment>
  ));
}
