import "@wordloom/ui/base.css";
import { chosenLanguage } from "@wordloom/web";
import { startLearnerWorkspace } from "./features/study-session/learner-workspace.ts";
import { startUsage } from "./features/usage/start-usage.ts";
import { loadAhead } from "./screens.ts";
import { restoreSignIn } from "./server-state/sign-in.ts";
import { loadFirstTexts } from "./text/languages.ts";

/* On a slow line, each request that waits for another delays the visit. So this file is small:
   it requests a token, the words, the screen and its texts at once, while the app that draws
   them is still loading (build/preloaded-app.ts). */
void restoreSignIn();
startLearnerWorkspace();
startUsage();
void draw();

async function draw(): Promise<void> {
  const language = chosenLanguage.get();
  const texts = loadFirstTexts(language);
  const screen = loadAhead();
  const { drawApp } = await import("./app.tsx");
  await screen;
  drawApp({ language, texts: await texts });
}
