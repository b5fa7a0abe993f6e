import { QueryClientProvider } from "@tanstack/react-query";
import { Router } from "wouter";
import { basePath, queryClient, TextProvider, UiFrame } from "@wordloom/web";
import { Screens } from "./routes.tsx";
import { loadTexts } from "./text/languages.ts";

/** The learner's app: texts, replies of the service, addresses, screens. */
export function App() {
  return (
    <TextProvider load={loadTexts}>
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
