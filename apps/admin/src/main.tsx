import "@wordloom/ui/base.css";
import { createRoot } from "react-dom/client";
import { isMissingFile } from "@wordloom/web";
import { App } from "./app.tsx";
import { startAdminStream } from "./server-state/admin-stream.ts";
import { restoreSignIn } from "./server-state/sign-in.ts";

void restoreSignIn();
startAdminStream();

const place = document.getElementById("app");
if (place === null) throw new Error("the page has no #app");
// What a screen says of itself is an error of the page all the same.
const onCaughtError = (error: unknown) => isMissingFile(error) || reportError(error);
createRoot(place, { onCaughtError }).render(<App />);
