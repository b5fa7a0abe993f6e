import "../src/base.css";
import { StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { clearToasts } from "../src/index.ts";
import { Gallery } from "./gallery.tsx";

const place = document.getElementById("gallery");
if (place === null) throw new Error("the page has no #gallery");
const root = createRoot(place);
let round = 0;
const show = () =>
  root.render(
    <StrictMode key={round}>
      <Gallery />
    </StrictMode>,
  );
show();

// For tests: everything as at first, in a part of the time that loading the page takes.
addEventListener("anew", () => {
  round += 1;
  delete document.documentElement.dataset["motion"];
  scrollTo(0, 0);
  clearToasts();
  flushSync(show);
});
