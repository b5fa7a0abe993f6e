import "../src/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Gallery } from "./gallery.tsx";

const place = document.getElementById("gallery");
if (place === null) throw new Error("the page has no #gallery");
createRoot(place).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
