import { QueryClientProvider } from "@tanstack/react-query";
import { ChartTools, type ChartTable } from "@wordloom/ui/charts";
import { Router } from "wouter";
import { basePath, queryClient, TextProvider, UiFrame } from "@wordloom/web";
import { CsvButton } from "./features/chart-csv/csv-button.tsx";
import { Screens } from "./routes.tsx";
import { loadTexts } from "./text/languages.ts";

const csvButton = (table: ChartTable) => <CsvButton table={table} />;

/** The operators' console: texts, replies of the service, addresses, pages. */
export function App() {
  return (
    <TextProvider load={loadTexts}>
      <QueryClientProvider client={queryClient}>
        <Router base={basePath}>
          <UiFrame>
            <ChartTools tool={csvButton}>
              <Screens />
            </ChartTools>
          </UiFrame>
        </Router>
      </QueryClientProvider>
    </TextProvider>
  );
}
