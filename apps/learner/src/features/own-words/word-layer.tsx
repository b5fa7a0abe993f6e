import { useState } from "react";
import { EditWord } from "./edit-word.tsx";
import { WrongWord } from "./wrong-word.tsx";

type EditProps = Parameters<typeof EditWord>[0];

/** The dialogs about one word: its fields, or first the question what is wrong with it. */
export function WordLayer({ asks, ...props }: EditProps & { readonly asks: "edit" | "wrong" }) {
  const [corrects, setCorrects] = useState(false);
  if (asks === "edit" || corrects) return <EditWord {...props} />;
  const { word, onClose } = props;
  return <WrongWord word={word} onClose={onClose} onCorrect={() => setCorrects(true)} />;
}
