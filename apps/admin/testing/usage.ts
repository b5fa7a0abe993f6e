import type { TestService } from "@wordloom/testing/service/web-service";
import { onlineDevice } from "./online-device.ts";

const DAYS = 7;

/** Learners whose apps report a week of activity: some stay away, some stop early. */
export async function useApps(service: TestService, learners: number): Promise<void> {
  for (let at = 0; at < learners; at += 1) {
    const device = await onlineDevice(service, `device-of-learner-${at}`);
    for (let daysAgo = DAYS - 1; daysAgo >= 0; daysAgo -= 1) {
      if ((at * 5 + daysAgo * 3) % 4 === 0) continue;
      await device.report([...doings(at, daysAgo), ...measures(at, daysAgo)]);
    }
  }
}

function doings(at: number, daysAgo: number) {
  const steps = [
    ...["session_start", "screen_view", "study_start"],
    ...(at % 3 === 0 ? [] : ["study_complete"]),
    ...(at % 4 === 1 ? ["word_lookup", "word_lookup"] : []),
  ];
  return steps.map((name) => ({
    name,
    category: "behavior" as const,
    daysAgo,
    ...(name === "screen_view" && { props: { screen: "study" } }),
  }));
}

function measures(at: number, daysAgo: number) {
  const rtt = (ms: number) => ({
    name: "api_rtt",
    category: "perf" as const,
    daysAgo,
    props: { endpoint: "/api/records", ms, status: 200 },
  });
  const fault = {
    name: at % 2 === 0 ? "app_error" : "crash",
    category: "error" as const,
    daysAgo,
    props: { signature: `f${at % 3}0c81d9a2b7e4${at % 3}`, kind: "TypeError" },
  };
  return [
    ...[40, 60, 90, 180].map((ms) => rtt(ms + at * 7 + daysAgo * 11)),
    ...((at + daysAgo) % 5 === 0 ? [fault] : []),
  ];
}
