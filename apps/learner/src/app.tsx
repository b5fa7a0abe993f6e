import { createRoot } from "react-dom/client";
import { QueryClientProvider } from "@tanstack/react-query";
import { Router } from "wouter";
import {
  basePath,
  onCaughtError,
  queryClient,
  TextProvider,
  UiFrame,
  type FirstTexts,
} from "@wordloom/web";
import { startTheRest } from "./after-first-screen.ts";
import { forgetAtChange } from "./features/account/forget-account.ts";
import { followAccount } from "./features/appearance/follow-account.ts";
import { firstScreen } from "./platform/first-screen.ts";
import { Screens } from "./routes.tsx";
import { followAnswers } from "./server-state/after-answers.ts";
import { followImports } from "./server-state/after-imports.ts";
import { loadTexts } from "./text/languages.ts";

/** The learner's app: texts, replies of the service, addresses, screens. */
export function drawApp(first: FirstTexts): void {
  forgetAtChange();
  followAnswers();
  followImports();
  followAccount();
  // Not in a separate file: a browser never retries a file that failed to load.
  void firstScreen.then(startTheRest);
  const place = document.getElementById("app");
  if (place === null) throw new Error("the page has no #app");
  createRoot(place, { onCaughtError }).render(<App first={first} />);
}

function App({ first }: { readonly first: FirstTexts }) {
  return (
    <TextProvider load={loadTexts} first={first}>
      <QueryClientProvider client={queryClient}>
        <Router base={basePath}>
          <UiFrame>
            <Screens />
          </UiFrame>
        </Router>
      </QueryClientProvider>
    </TextProvider>
  );
}
