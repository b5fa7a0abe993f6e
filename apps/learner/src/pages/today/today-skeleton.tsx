import { Columns, Skeleton, Stack } from "@wordloom/ui";

/** The outline of the screen while it loads. */
export function TodaySkeleton() {
  return (
    <Columns split="wide-first">
      <Stack space={3}>
        <Skeleton width="9rem" />
        <Skeleton height="7rem" width="22rem" />
        <Skeleton width="18rem" />
        <Skeleton height="3.5rem" width="9rem" />
      </Stack>
      <Stack space={2}>
        <Skeleton width="8rem" />
        <Skeleton height="9rem" />
      </Stack>
    </Columns>
  );
}
