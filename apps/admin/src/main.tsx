import "@wordloom/ui/base.css";
import { createRoot } from "react-dom/client";
import { onCaughtError } from "@wordloom/web";
import { App } from "./app.tsx";
import { startAdminStream } from "./server-state/admin-stream.ts";
import { restoreSignIn } from "./server-state/sign-in.ts";

void restoreSignIn();
startAdminStream();

const place = document.getElementById("app");
if (place === null) throw new Error("the page has no #app");
createRoot(place, { onCaughtError }).render(<App />);
