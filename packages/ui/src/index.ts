export { Button } from "./controls/button.tsx";
export { Checkbox, Switch } from "./controls/checkbox.tsx";
export { Combobox } from "./controls/combobox.tsx";
export { FileField } from "./controls/file-field.tsx";
export { IconButton } from "./controls/icon-button.tsx";
export { isComposing } from "./controls/is-composing.ts";
export { Kbd } from "./controls/kbd.tsx";
export { RadioGroup, Segmented } from "./controls/radio-group.tsx";
export { SearchField } from "./controls/search-field.tsx";
export { SelectField } from "./controls/select-field.tsx";
export { Slider } from "./controls/slider.tsx";
export { Stepper } from "./controls/stepper.tsx";
export { TextArea, TextField, type TextFieldProps } from "./controls/text-field.tsx";
export { cx } from "./cx.ts";
export { Badge } from "./feedback/badge.tsx";
export { LiveRegion } from "./feedback/live-region.tsx";
export { Notice } from "./feedback/notice.tsx";
export { Progress } from "./feedback/progress.tsx";
export { Skeleton, SkeletonRows, SkeletonText } from "./feedback/skeleton.tsx";
export { Spinner } from "./feedback/spinner.tsx";
export { Empty, ErrorState } from "./feedback/states.tsx";
export { VisuallyHidden } from "./feedback/visually-hidden.tsx";
export { Form, FormActions } from "./form/form.tsx";
export { type FieldErrors, type Refusal } from "./form/form-state.ts";
export { useForm, type BothChanged, type BoundField } from "./form/use-form.ts";
export {
  BellIcon,
  BookIcon,
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
  FlameIcon,
  HelpIcon,
  HomeIcon,
  InfoIcon,
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
  SearchIcon,
  SettingsIcon,
  SoundIcon,
  SoundOffIcon,
  StarIcon,
  SyncIcon,
  TrashIcon,
  UndoIcon,
  UploadIcon,
  WarningIcon,
  WordsIcon,
} from "./icons/icons.tsx";
export { ConfirmDialog, Dialog, Sheet, type ConfirmProps } from "./layers/dialog.tsx";
export { Menu, type MenuItem } from "./layers/menu.tsx";
export { foundAmong, Palette, type Found } from "./layers/palette.tsx";
export { clearToasts, toast, Toaster } from "./layers/toaster.tsx";
export { Tooltip } from "./layers/tooltip.tsx";
export { Divider } from "./layout/divider.tsx";
export { Columns, Narrow, Page, Row, Section, Stack } from "./layout/layout.tsx";
export { BulkBar } from "./lists/bulk-bar.tsx";
export { List, ListRow } from "./lists/list.tsx";
export { Pager } from "./lists/pager.tsx";
export { Table, type Column, type Sort } from "./lists/table.tsx";
export { Tabs } from "./lists/tabs.tsx";
export { useCurrentInView } from "./lists/use-current-in-view.ts";
export { focusRow, useListKeys } from "./lists/use-list-keys.ts";
export { useSelection } from "./lists/use-selection.ts";
export { Figure, Figures, Headline, Headword, Text } from "./type/text.tsx";
export { withWordBreaks } from "./type/word-breaks.tsx";
export { Anchor, UiProvider, useUi, type UiLabels } from "./ui-provider.tsx";
