import "@wordloom/ui/base.css";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { forgetAtChange } from "./features/account/forget-account.ts";
import { startAppWatch } from "./features/shell/app-watch.ts";
import { followAccount } from "./features/appearance/follow-account.ts";
import { startPacks } from "./features/packs/start-packs.ts";
import { startLearnerDesk } from "./features/study-session/learner-desk.ts";
import { startUsage } from "./features/usage/usage.ts";
import { startAppFiles } from "./platform/app-files.ts";
import { startEventStream } from "./server-state/event-stream.ts";
import { restoreSignIn } from "./server-state/sign-in.ts";

void restoreSignIn();
forgetAtChange();
startEventStream();
startLearnerDesk();
startAppFiles();
followAccount();
startAppWatch();
startPacks();
startUsage();

const place = document.getElementById("app");
if (place === null) throw new Error("the page has no #app");
createRoot(place).render(<App />);
