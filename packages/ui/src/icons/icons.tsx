import type { ComponentProps, ReactNode } from "react";
import styles from "./icons.module.css";

/** `size` in px at the learner's usual text size; scales with the text. */
export type IconProps = Omit<ComponentProps<"svg">, "children"> & { size?: number | undefined };

/**
 * An icon on a grid of 20, drawn with one stroke of 1.5. Icons are decoration: the text or the
 * label of the surrounding control carries the meaning.
 */
function draw(shape: ReactNode) {
  return function Icon({ size = 20, className, ...rest }: IconProps) {
    const rem = `${size / 16}rem`;
    return (
      <svg
        viewBox="0 0 20 20"
        width={rem}
        height={rem}
        aria-hidden="true"
        className={className === undefined ? styles.icon : `${styles.icon} ${className}`}
        {...rest}
      >
        {shape}
      </svg>
    );
  };
}

const path = (d: string) => draw(<path d={d} />);

export const SoundIcon = path(
  "M3.5 7.5v5h3l4 3.5V4l-4 3.5h-3Z M13.5 7.2a4 4 0 0 1 0 5.6 M15.8 4.8a7.4 7.4 0 0 1 0 10.4",
);
export const SoundOffIcon = path("M3.5 7.5v5h3l4 3.5V4l-4 3.5h-3Z M13.5 8l4 4 M17.5 8l-4 4");
export const PlayIcon = draw(<path d="M7 4.8v10.4L15.5 10 7 4.8Z" fill="currentColor" />);
export const UndoIcon = path("M7 4 3.5 7.5 7 11 M3.5 7.5h8a4.5 4.5 0 0 1 0 9H7");
export const CheckIcon = path("m4 10.5 4 4 8-9");
export const CrossIcon = path("m5.5 5.5 9 9 M14.5 5.5l-9 9");
export const CloseIcon = path("m5 5 10 10 M15 5 5 15");
export const SearchIcon = path("M8.8 14.1a5.3 5.3 0 1 0 0-10.6 5.3 5.3 0 0 0 0 10.6Z m3.8-1.5 4 4");
export const MenuIcon = path("M3 5.5h14 M3 10h14 M3 14.5h14");
export const MoreIcon = draw(
  <g fill="currentColor" stroke="none">
    <circle cx="4.5" cy="10" r="1.4" />
    <circle cx="10" cy="10" r="1.4" />
    <circle cx="15.5" cy="10" r="1.4" />
  </g>,
);
export const SettingsIcon = path(
  "M3 5.5h7 M14 5.5h3 M10 5.5a2 2 0 1 0 4 0 2 2 0 0 0-4 0Z " +
    "M3 14.5h2 M9 14.5h8 M5 14.5a2 2 0 1 0 4 0 2 2 0 0 0-4 0Z",
);
export const BellIcon = path(
  "M5.2 8.5a4.8 4.8 0 0 1 9.6 0c0 4 1.7 5 1.7 5h-13s1.7-1 1.7-5Z M8.4 16.3a1.8 1.8 0 0 0 3.2 0",
);
export const BookIcon = path(
  "M10 5.6C8.6 4.5 6.5 4 3.5 4v11c3 0 5.1.5 6.5 1.6 " +
    "1.4-1.1 3.5-1.6 6.5-1.6V4c-3 0-5.1.5-6.5 1.6Z M10 5.6v11",
);
export const ChartIcon = path("M3.5 16.5h13 M5.5 13.5v-3 M10 13.5v-9 M14.5 13.5v-6");
export const NoteIcon = path(
  "m4 16 .8-3.5 8.6-8.6a1.7 1.7 0 0 1 2.5 0l.2.2a1.7 1.7 0 0 1 0 2.5L7.5 15.2 4 16Z " +
    "M11.8 5.5l2.7 2.7",
);
export const OfflineIcon = path(
  "M3 3l14 14 M2.8 8a11 11 0 0 1 3-1.9 M17.2 8a10.7 10.7 0 0 0-7.5-2.9 " +
    "M5.6 11a7 7 0 0 1 3-1.6 M14.4 11a6.8 6.8 0 0 0-1.3-.9 M10 15.3h.01",
);
export const SyncIcon = path(
  "M16 8.5A6.2 6.2 0 0 0 4.8 7 M4.5 3.8V7.2h3.4 " +
    "M4 11.5A6.2 6.2 0 0 0 15.2 13 M15.5 16.2v-3.4h-3.4",
);
export const ChevronLeftIcon = path("m12 5-5 5 5 5");
export const ChevronRightIcon = path("m8 5 5 5-5 5");
export const ChevronUpIcon = path("m5 12.5 5-5 5 5");
export const ChevronDownIcon = path("m5 7.5 5 5 5-5");
export const PlusIcon = path("M10 4.5v11 M4.5 10h11");
export const MinusIcon = path("M4.5 10h11");
export const EyeIcon = path(
  "M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5Z " +
    "M10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z",
);
export const EyeOffIcon = path(
  "M3.5 3.5l13 13 " +
    "M8 5.3A7 7 0 0 1 10 5c5 0 7.5 5 7.5 5a13 13 0 0 1-2 2.7 " +
    "M12.9 14.3a6.6 6.6 0 0 1-2.9.7c-5 0-7.5-5-7.5-5a12.6 12.6 0 0 1 3.2-3.7",
);
export const WarningIcon = path("M10 3.5 17.5 16.5h-15L10 3.5Z M10 8.5v3.5 M10 14.2h.01");
export const InfoIcon = path("M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Z M10 9.3v4 M10 6.6h.01");
export const HomeIcon = path("M3.5 9 10 3.5 16.5 9v7.5h-4.3v-4.6H7.8v4.6H3.5V9Z");
export const WordsIcon = path("M3.5 5.5h13 M3.5 10h13 M3.5 14.5h8");
export const ClockIcon = path("M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Z M10 6v4l2.7 1.7");
export const TrashIcon = path(
  "M3.5 5.5h13 M8 5.5V3.5h4v2 M5.2 5.5l.7 11h8.2l.7-11 M8.5 9v4.5 M11.5 9v4.5",
);
export const DownloadIcon = path("M10 3.5v9 M6.3 9l3.7 3.7L13.7 9 M3.5 16.5h13");
export const UploadIcon = path("M10 12.7v-9 M6.3 7.2 10 3.5l3.7 3.7 M3.5 16.5h13");
export const ExternalIcon = path("M8.5 4.5h-4v11h11v-4 M11.5 4.5h4v4 M15.5 4.5 9.5 10.5");
export const PersonIcon = path(
  "M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z M4 16.5c.6-3 3-4.5 6-4.5s5.4 1.5 6 4.5",
);
export const HelpIcon = path(
  "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Z " +
    "M8 8.2a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.4 M10 13.6h.01",
);
export const PauseIcon = path("M7 5v10 M13 5v10");
export const LockIcon = path("M5 9h10v7.5H5V9Z M7 9V6.5a3 3 0 0 1 6 0V9");

const STAR = "m10 3 2.1 4.5 4.9.6-3.6 3.4.9 4.9L10 14l-4.3 2.4.9-4.9L3 8.1l4.9-.6L10 3Z";

/** Filled for a favorite: the shape carries the meaning, not only the color. */
export function StarIcon({
  filled = false,
  ...rest
}: IconProps & { filled?: boolean | undefined }) {
  return filled ? <FilledStar {...rest} /> : <EmptyStar {...rest} />;
}

const FilledStar = draw(<path d={STAR} fill="currentColor" />);
const EmptyStar = path(STAR);

const FLAME =
  "M10.8 1.8c.4 3 5 5 5 10a5.8 5.8 0 0 1-11.6 0c0-2.2 1-3.7 2.3-5 .2 1.5.8 2.4 1.7 2.7" +
  "-.3-3.1.6-5.9 2.6-7.7Z";

/** Days in a row: filled once today counts. */
export function FlameIcon({
  filled = false,
  ...rest
}: IconProps & { filled?: boolean | undefined }) {
  return filled ? <FilledFlame {...rest} /> : <EmptyFlame {...rest} />;
}

const FilledFlame = draw(<path d={FLAME} fill="currentColor" />);
const EmptyFlame = path(FLAME);
