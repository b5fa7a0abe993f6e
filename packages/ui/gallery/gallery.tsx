import { useEffect, useState } from "react";
import {
  Headline,
  Page,
  Row,
  Segmented,
  Stack,
  Tabs,
  Text,
  Toaster,
  UiProvider,
  type UiLabels,
} from "../src/index.ts";
import { ChartParts } from "./chart-parts.tsx";
import { ControlParts } from "./control-parts.tsx";
import { FeedbackParts } from "./feedback-parts.tsx";
import { FieldParts } from "./field-parts.tsx";
import { LayerParts } from "./layer-parts.tsx";
import { ListParts } from "./list-parts.tsx";
import { TypeParts } from "./type-parts.tsx";

const labels: UiLabels = {
  close: "Close",
  clear: "Clear",
  showPassword: "Show the password",
  hidePassword: "Hide the password",
  increase: "More",
  decrease: "Fewer",
  previousPage: "Page before",
  nextPage: "Next page",
  working: "Working",
  messages: "Messages",
  retry: "Try again",
  reference: "Reference",
  showTable: "Show as a table",
  noMatch: "Nothing of that name",
  selectAll: "Choose all",
};

const parts = [
  { id: "type", label: "Type", Part: TypeParts },
  { id: "controls", label: "Controls", Part: ControlParts },
  { id: "fields", label: "Fields", Part: FieldParts },
  { id: "feedback", label: "Feedback", Part: FeedbackParts },
  { id: "layers", label: "Layers", Part: LayerParts },
  { id: "lists", label: "Lists", Part: ListParts },
  { id: "charts", label: "Charts", Part: ChartParts },
] as const;
const tabs = parts.map(({ id, label }) => ({ href: `#${id}`, label }));

export type PartId = (typeof parts)[number]["id"];

/** Every control in every state. @param only  parts to show; all if omitted */
export function Gallery({ only }: { readonly only?: readonly PartId[] | undefined }) {
  const shown = parts.filter(({ id }) => only?.includes(id) ?? true);
  return (
    <UiProvider labels={labels}>
      <Page as="main" style={{ paddingBlock: "40px 120px" }}>
        <Stack space={6}>
          <Stack as="header" space={3}>
            <Headline>Every control, in every state.</Headline>
            <Look />
            <Tabs label="Parts" items={tabs} current="#type" />
          </Stack>
          {shown.map(({ id, Part }) => (
            <Part key={id} />
          ))}
        </Stack>
      </Page>
      <Toaster />
    </UiProvider>
  );
}

const themes = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;
const sizes = [
  { value: "1", label: "100 %" },
  { value: "1.25", label: "125 %" },
  { value: "2", label: "200 %" },
] as const;

function Look() {
  const [theme, setTheme] = useState<"system" | "light" | "dark">("system");
  const [size, setSize] = useState<"1" | "1.25" | "2">("1");
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
    document.documentElement.style.setProperty("--text-scale", size);
  }, [theme, size]);
  return (
    <Row space={3} align="end">
      <Segmented label="Theme" size="small" value={theme} onChange={setTheme} options={themes} />
      <Segmented label="Text size" size="small" value={size} onChange={setSize} options={sizes} />
      <Text tone="faint" size="small">
        For us, not for learners.
      </Text>
    </Row>
  );
}
