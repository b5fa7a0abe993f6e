import { workerData } from "node:worker_threads";
import { serveTasks } from "../../basics/serve-tasks.ts";
import { releaseMemory } from "../../basics/release-memory.ts";
import { compileFlite, runFlite } from "./flite-program.ts";

/** What the built-in voice says. */
export interface FliteTask {
  readonly text: string;
  readonly voice: string;
  /** 1 is the voice's own pace, 2 takes twice as long. */
  readonly stretch: number;
}

const program = compileFlite(workerData as string);

serveTasks(({ text, voice, stretch }: FliteTask): Uint8Array => {
  const pace = ["--setf", `duration_stretch=${stretch}`];
  const args = ["flite", "-voice", voice, ...pace, "-t", text, "-o", "/sound.wav"];
  const sound = runFlite(program, args);
  // Each run has a memory of 17 MB, which V8 would let pile up.
  releaseMemory();
  return sound;
});
