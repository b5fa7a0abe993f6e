import { Skeleton, Stack } from "@wordloom/ui";
import type { ComponentProps, ReactNode } from "react";
import { Reading } from "./reading.tsx";

interface LoadedProps<T> {
  readonly of: ComponentProps<typeof Reading<T>>["query"];
  /** The text that says what could not be loaded. */
  readonly failed: string;
  readonly children: (data: T) => ReactNode;
}

/** `Reading` for a part of a screen, with a few lines as the placeholder. */
export function Loaded<T>({ of, failed, children }: LoadedProps<T>) {
  return (
    <Reading query={of} heading={failed} level={3} skeleton={<Lines />}>
      {children}
    </Reading>
  );
}

function Lines() {
  return (
    <Stack space={2}>
      <Skeleton width="40%" />
      <Skeleton height="3rem" />
      <Skeleton height="3rem" />
    </Stack>
  );
}
