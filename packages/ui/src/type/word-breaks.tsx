import { Fragment, type ReactNode } from "react";
import { wordPieces } from "./word-pieces.ts";

/** Large text with places where a line may end between Chinese words. */
export function withWordBreaks(children: ReactNode): ReactNode {
  if (typeof children !== "string") return children;
  const pieces = wordPieces(children);
  if (pieces.length === 1) return children;
  return pieces.map((piece, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}
