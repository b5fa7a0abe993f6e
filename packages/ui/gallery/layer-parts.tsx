import { useState } from "react";
import {
  Button,
  ConfirmDialog,
  Dialog,
  Menu,
  NoteIcon,
  Row,
  Section,
  Sheet,
  StarIcon,
  Text,
  TextField,
  toast,
  Tooltip,
  TrashIcon,
  UndoIcon,
} from "../src/index.ts";

type Open = "dialog" | "sheet" | "confirm" | "typed" | undefined;

/** What is shown above the page: dialogs, menus, toasts. */
export function LayerParts() {
  const [open, setOpen] = useState<Open>();
  const [name, setName] = useState("");
  const close = () => setOpen(undefined);
  return (
    <Section heading="Layers" id="layers" ruled>
      <Row space={1}>
        <Button onClick={() => setOpen("dialog")}>Dialog</Button>
        <Button onClick={() => setOpen("sheet")}>Sheet</Button>
        <Button onClick={() => setOpen("confirm")}>Confirm</Button>
        <Button onClick={() => setOpen("typed")}>Confirm by typing</Button>
        <WordMenu />
        <Menu label="Sorted by" showLabel align="start" items={sorts} />
        <Tooltip text="Comes back in 6 days: recalled after 4, firm.">
          <Button kind="plain">Why this date</Button>
        </Tooltip>
        <Toasts />
      </Row>
      <Dialog
        open={open === "dialog"}
        onClose={close}
        title="A book of your own"
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button kind="primary" onClick={close}>
              Make it
            </Button>
          </>
        }
      >
        <TextField label="Title" value={name} onChange={setName} />
      </Dialog>
      <Sheet open={open === "sheet"} onClose={close} title="reluctant">
        <Text tone="soft">More about the word, from below on a phone.</Text>
      </Sheet>
      <ConfirmDialog
        open={open === "confirm"}
        onClose={close}
        onConfirm={close}
        title="End the other sessions?"
        confirmLabel="End two sessions"
        cancelLabel="Keep them"
      >
        You stay signed in here. On your phone and on one other computer you sign in again.
      </ConfirmDialog>
      <ConfirmDialog
        open={open === "typed"}
        onClose={close}
        onConfirm={close}
        danger
        title="Delete your account?"
        confirmLabel="Delete for good"
        cancelLabel="Keep it"
        typed={{ label: "Type ada to go on", text: "ada" }}
      >
        1,208 words, 14,310 answers, 3 books of yours and your notes are deleted. It cannot be
        undone.
      </ConfirmDialog>
    </Section>
  );
}

const sorts = [
  { label: "Due", checked: true, onSelect: () => undefined },
  { label: "Hard", checked: false, onSelect: () => undefined },
  { label: "Name", checked: false, onSelect: () => undefined },
];

function WordMenu() {
  return (
    <Menu
      label="More about this word"
      items={[
        { label: "Favorite", icon: <StarIcon />, keys: "F", onSelect: () => undefined },
        { label: "Note", icon: <NoteIcon />, keys: "N", onSelect: () => undefined },
        { label: "Open its page", href: "#lists" },
        { label: "Not offered now", disabled: true },
        { label: "Start over", icon: <UndoIcon />, onSelect: () => undefined, ruled: true },
        { label: "Delete", icon: <TrashIcon />, tone: "slip", onSelect: () => undefined },
      ]}
    />
  );
}

function Toasts() {
  const [undone, setUndone] = useState(0);
  return (
    <>
      <Button
        onClick={() =>
          toast({
            text: "“reluctant” counts as known.",
            action: { label: "Undo", run: () => setUndone((count) => count + 1) },
          })
        }
      >
        Toast
      </Button>
      <Button onClick={() => toast({ text: "The book could not be saved.", tone: "slip" })}>
        Toast of a fault
      </Button>
      <span data-testid="undone">{undone > 0 ? `Undone ${undone} times` : ""}</span>
    </>
  );
}
