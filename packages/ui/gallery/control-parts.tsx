import { useState } from "react";
import {
  BellIcon,
  BookIcon,
  Button,
  ChartIcon,
  CheckIcon,
  ChevronDownIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  ChevronUpIcon,
  ClockIcon,
  CloseIcon,
  CrossIcon,
  DownloadIcon,
  ExternalIcon,
  EyeIcon,
  EyeOffIcon,
  HelpIcon,
  HomeIcon,
  IconButton,
  InfoIcon,
  Kbd,
  LockIcon,
  MenuIcon,
  MinusIcon,
  MoreIcon,
  NoteIcon,
  OfflineIcon,
  PauseIcon,
  PersonIcon,
  PlayIcon,
  PlusIcon,
  Row,
  SearchIcon,
  Section,
  SettingsIcon,
  SoundIcon,
  SoundOffIcon,
  Stack,
  StarIcon,
  SyncIcon,
  TrashIcon,
  UndoIcon,
  UploadIcon,
  WarningIcon,
  WordsIcon,
} from "../src/index.ts";

const icons = [
  ...[SoundIcon, SoundOffIcon, PlayIcon, PauseIcon, UndoIcon, CheckIcon, CrossIcon, CloseIcon],
  ...[SearchIcon, MenuIcon, MoreIcon, SettingsIcon, BellIcon, BookIcon, ChartIcon, StarIcon],
  ...[NoteIcon, OfflineIcon, SyncIcon, ChevronLeftIcon, ChevronRightIcon, ChevronUpIcon],
  ...[ChevronDownIcon, PlusIcon, MinusIcon, EyeIcon, EyeOffIcon, WarningIcon, InfoIcon],
  ...[HomeIcon, WordsIcon, ClockIcon, TrashIcon, DownloadIcon, UploadIcon, ExternalIcon],
  ...[PersonIcon, HelpIcon, LockIcon],
];

const kinds = ["primary", "quiet", "plain", "danger"] as const;

/** Buttons, keys, icons. */
export function ControlParts() {
  const [favorite, setFavorite] = useState(true);
  return (
    <Section heading="Controls" id="controls" ruled>
      <Stack space={3}>
        <Row>
          <Button kind="primary" size="large" keys="Space">
            Study
          </Button>
          <Button size="large">Enough for now</Button>
          <Button kind="primary" href="#controls">
            A link
          </Button>
        </Row>
        {kinds.map((kind) => (
          <Row key={kind} space={1}>
            <Button kind={kind}>Practice all nine</Button>
            <Button kind={kind} size="small">
              Small
            </Button>
            <Button kind={kind} icon={<BookIcon />}>
              With an icon
            </Button>
            <Button kind={kind} busy>
              Saving
            </Button>
            <Button kind={kind} disabled>
              Disabled
            </Button>
          </Row>
        ))}
        <div style={{ maxWidth: 360 }}>
          <Button kind="primary" size="large" wide keys="Space">
            As wide as its place
          </Button>
        </div>
        <Row space={1}>
          <IconButton label="Play the sound" look="ring" keys="R">
            <SoundIcon />
          </IconButton>
          <IconButton
            label="Favorite"
            aria-pressed={favorite}
            onClick={() => setFavorite(!favorite)}
          >
            <StarIcon filled={favorite} />
          </IconButton>
          <IconButton label="Settings">
            <SettingsIcon />
          </IconButton>
          <IconButton label="Note, small" size="small">
            <NoteIcon size={18} />
          </IconButton>
          <IconButton label="Cannot be undone" disabled>
            <UndoIcon />
          </IconButton>
          <span>
            Undo <Kbd>Z</Kbd> Search <Kbd>Ctrl K</Kbd>
          </span>
        </Row>
        <Row space={2}>
          {icons.map((Icon, at) => (
            <Icon key={at} />
          ))}
          <StarIcon filled />
        </Row>
      </Stack>
    </Section>
  );
}
