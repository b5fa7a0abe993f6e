import { useState } from "react";
import {
  Button,
  Checkbox,
  Columns,
  Combobox,
  Form,
  FormActions,
  FileField,
  RadioGroup,
  SearchField,
  Section,
  Segmented,
  SelectField,
  Slider,
  Stack,
  Stepper,
  Switch,
  TextArea,
  TextField,
  useForm,
} from "../src/index.ts";

/** Fields in all states, choice controls, and a form with validation and a refusal. */
export function FieldParts() {
  return (
    <Section heading="Fields" id="fields" ruled>
      <Columns>
        <TextFields />
        <Choices />
      </Columns>
      <Section heading="A form" level={3} style={{ marginTop: 40, maxWidth: 420 }}>
        <SignIn />
      </Section>
    </Section>
  );
}

function TextFields() {
  const [text, setText] = useState("");
  const [search, setSearch] = useState("relu");
  const [language, setLanguage] = useState<"en" | "de" | "">("");
  const [zone, setZone] = useState<string | undefined>("Europe/Berlin");
  return (
    <Stack space={3}>
      <TextField label="Name" hint="As others see it." value={text} onChange={setText} />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        value="ada@example"
        onChange={setText}
        error="An address has a dot after the @."
        hint="For signing in and for mails about your account."
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        value="correct horse"
        onChange={setText}
      />
      <TextField label="Words a day" value="20" onChange={setText} suffix="words" />
      <TextField label="Cannot be changed" value="ada" onChange={setText} readOnly />
      <TextField label="Disabled" value="nothing" onChange={setText} disabled />
      <SearchField label="Search words" value={search} onChange={setSearch} />
      <SearchField label="Search books" value="" onChange={setText} keys="/" placeholder="Books" />
      <SearchField label="Searching" value="attri" onChange={setText} busy />
      <TextArea
        label="Your note"
        value="reluctant = re + luct (lucha, Spanish: fight)."
        onChange={setText}
      />
      <SelectField
        label="Language"
        value={language}
        onChange={setLanguage}
        placeholder="Choose"
        options={[
          { value: "en", label: "English" },
          { value: "de", label: "Deutsch" },
        ]}
      />
      <Combobox
        label="Time zone"
        value={zone}
        onChange={setZone}
        hint="Days begin at four in the morning there."
        options={zones}
      />
      <FileField
        label="Your list"
        text="Choose a file, or drop it here"
        hint="Text, CSV or JSON, at most 2 MB."
        onFiles={() => undefined}
      />
    </Stack>
  );
}

const zones = Intl.supportedValuesOf("timeZone").map((zone) => ({
  value: zone,
  label: zone.replace(/^.*\//, "").replaceAll("_", " "),
  detail: zone.split("/")[0],
}));

function Choices() {
  const [on, setOn] = useState(true);
  const [kind, setKind] = useState<"two" | "four">("two");
  return (
    <Stack space={3}>
      <div>
        <Checkbox
          label="English, first 1,000 words"
          hint="The thousand heard most often. With Chinese meanings."
          end="1,000"
          checked={on}
          onChange={setOn}
        />
        <Checkbox label="Not chosen" checked={false} onChange={() => undefined} />
        <Checkbox label="Some of them" indeterminate checked={false} onChange={() => undefined} />
        <Checkbox
          label="I have read what is deleted"
          error="Without this nothing is deleted."
          checked={false}
          onChange={() => undefined}
        />
        <Checkbox label="Disabled" disabled checked onChange={() => undefined} />
      </div>
      <div>
        <Switch label="Sounds" hint="After each answer." checked={on} onChange={setOn} />
        <Switch label="Off" checked={false} onChange={() => undefined} />
        <Switch label="Disabled" disabled checked={false} onChange={() => undefined} />
      </div>
      <RadioGroup
        label="Grades"
        value={kind}
        onChange={setKind}
        options={[
          { value: "two", label: "Two", hint: "Known or not known." },
          { value: "four", label: "Four", hint: "As in Anki." },
        ]}
      />
      <RadioGroup
        label="Reward"
        value={undefined}
        onChange={() => undefined}
        error="Choose one."
        options={[
          { value: "a", label: "Progress" },
          { value: "b", label: "Not offered here", disabled: true },
        ]}
      />
      <Quantities />
    </Stack>
  );
}

function Quantities() {
  const [words, setWords] = useState(20);
  const [mode, setMode] = useState<"calm" | "usual" | "fast">("usual");
  return (
    <Stack space={3}>
      <Segmented
        label="Pace"
        value={mode}
        onChange={setMode}
        options={[
          { value: "calm", label: "Calm" },
          { value: "usual", label: "Usual" },
          { value: "fast", label: "Fast" },
        ]}
      />
      <Slider
        label="How much a day?"
        min={5}
        max={60}
        step={5}
        value={words}
        onChange={setWords}
        valueText={`${words} new words`}
        end={`about ${Math.round(words * 0.6)} minutes a day`}
        hint="The first thousand are yours by the middle of January."
      />
      <Slider
        label="Disabled"
        disabled
        value={30}
        onChange={() => undefined}
        valueText="30 minutes"
      />
      <Stepper
        label="Words in a session"
        unit="words"
        min={5}
        max={100}
        step={5}
        value={words}
        onChange={setWords}
      />
    </Stack>
  );
}

function SignIn() {
  const form = useForm({
    initial: { account: "", secret: "", keep: true },
    check: ({ account, secret }) => ({
      account: account.includes("@") ? undefined : "An address has an @ in it.",
      secret: secret.length >= 8 ? undefined : "At least eight characters.",
    }),
    submit: async ({ account }) =>
      account.startsWith("ada@")
        ? undefined
        : {
            fields: { account: "Nobody is known by this address." },
            form: "You are not signed in.",
          },
    refused: () => ({ form: "The service does not answer. Try again in a minute." }),
  });
  return (
    <Form form={form} data-testid="form">
      <TextField label="Your address" type="email" autoComplete="off" {...form.field("account")} />
      <TextField label="Your secret" type="password" autoComplete="off" {...form.field("secret")} />
      <Checkbox label="Stay signed in" {...form.tick("keep")} />
      <FormActions>
        <Button kind="primary" type="submit" busy={form.busy}>
          Sign in
        </Button>
        <Button onClick={() => form.reset()}>Begin again</Button>
      </FormActions>
    </Form>
  );
}
