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
    /** Detail: the parts to show; null shows all. */
    redraw: CustomEvent<readonly PartId[] | null>;
  }
}

// For tests: resets the page, which is faster than loading it. Parts that a test does not use would
// cost layout and checks in each of its steps.
addEventListener("redraw", ({ detail }) => {
  round += 1;
  delete document.documentElement.dataset["motion"];
  scrollTo(0, 0);
  clearToasts();
  flushSync(() => show(detail ?? undefined));
});
