import { useEffect } from "react";
import { useLocation } from "wouter";
import { useObservable } from "@wordloom/web/state";
import { focusOwnSearch, latePart, PartBoundary, useKeys } from "@wordloom/web";
import { withAllTexts } from "../../text/languages.ts";
import { openLayer, type Layer } from "./open-layer.ts";

const layers = {
  search: latePart(
    withAllTexts(() => import("./search-dialog.tsx")),
    "SearchDialog",
  ),
  help: latePart(
    withAllTexts(() => import("./help-dialog.tsx")),
    "HelpDialog",
  ),
  "sign-out": latePart(
    withAllTexts(() => import("../account/sign-out-dialog.tsx")),
    "SignOutDialog",
  ),
} as const satisfies Record<Layer, unknown>;

/** Keys that work on every screen, and the dialogs they open. */
export function Anywhere() {
  const shown = useObservable(openLayer);
  const [location] = useLocation();
  const search = () => openLayer.set("search");
  const help = () => openLayer.set("help");
  useKeys({ "/": () => focusOwnSearch() || search(), "ctrl+k": search, "?": help });
  // Navigation closes the dialog.
  useEffect(() => openLayer.set(undefined), [location]);
  if (shown === undefined) return null;
  const Shown = layers[shown];
  const close = () => openLayer.set(undefined);
  return (
    <PartBoundary key={shown} onMissing={close}>
      <Shown open onClose={close} />
    </PartBoundary>
  );
}
