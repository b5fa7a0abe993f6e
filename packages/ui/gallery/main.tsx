import "../src/base.css";
import { StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { clearToasts } from "../src/index.ts";
import { Gallery, type PartId } from "./gallery.tsx";

const place = document.getElementById("gallery");
if (place === null) throw new Error("the page has no #gallery");
const root = createRoot(place);
let round = 0;
const show = (only?: readonly PartId[]) =>
  root.render(
    <StrictMode key={round}>
      <Gallery only={only} />
    </StrictMode>,
  );
show();

declare global {
  interface WindowEventMap {
    /** With the parts that are to be shown; without, all. */
    anew: CustomEvent<readonly PartId[] | null>;
  }
}

// For tests: everything as at first, in a part of the time that loading the page takes. What a test
// does not look at would have to be laid out, and judged, with each of its steps.
addEventListener("anew", ({ detail }) => {
  round += 1;
  delete document.documentElement.dataset["motion"];
  scrollTo(0, 0);
  clearToasts();
  flushSync(() => show(detail ?? undefined));
});
