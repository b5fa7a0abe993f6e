import type { TestService } from "@wordloom/testing/service/web-service";

const DAY_MS = 86_400_000;
const NEAR_MS = 180_000;

/** Lets a service's day begin now if it would begin while a file's tests count what is of today. */
export function pastMidnight(service: TestService): void {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < NEAR_MS) service.advance(leftMs);
}
