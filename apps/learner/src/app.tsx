import { QueryClientProvider } from "@tanstack/react-query";
import { Router } from "wouter";
import { UiFrame } from "./features/shell/ui-frame.tsx";
import { basePath } from "./platform/base-path.ts";
import { Screens } from "./routes.tsx";
import { queryClient } from "./server-state/query-client.ts";
import { TextProvider } from "./text/text-provider.tsx";

/** The learner's app: texts, replies of the service, addresses, screens. */
export function App() {
  return (
    <TextProvider>
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
