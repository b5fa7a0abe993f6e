/** Flags of Node and environment variables that take effect only at the start. */
export interface MemoryPlan {
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Without these, V8 lets the young generation grow to 100 MB, and the old one to four times the
 * memory in use, while the machine has memory. See docs/decisions/0021.
 */
const V8_FLAGS = { "max-semi-space-size": "8", "heap-growing-percent": "40" } as const;

/**
 * For glibc; other allocators ignore them. Otherwise each thread allocates from its own heap, which
 * never shrinks below its last used byte. After the first freed password hash (19 MiB), blocks of
 * that size would also come from these heaps.
 */
const MALLOC = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: "1048576",
  MALLOC_TRIM_THRESHOLD_: "1048576",
} as const;

/**
 * The flags and variables that a low-memory process still lacks; empty if none. Values that the
 * operator has set, as a flag, in NODE_OPTIONS or in the environment, are respected.
 */
export function missingFrom({ env, execArgv }: Pick<Restartable, "env" | "execArgv">): MemoryPlan {
  const given = [...execArgv, ...(env["NODE_OPTIONS"] ?? "").split(/\s+/)].map(flagName);
  const flags = Object.entries(V8_FLAGS)
    .filter(([name]) => !given.includes(name))
    .map(([name, value]) => `--${name}=${value}`);
  const isTuned = env["GLIBC_TUNABLES"]?.includes("glibc.malloc.") ?? false;
  const variables = Object.entries(MALLOC).filter(([name]) => !isTuned && env[name] === undefined);
  return { flags, env: Object.fromEntries(variables) };
}

/** V8 accepts underscores as well. */
function flagName(argument: string): string {
  const [name = ""] = argument.split("=", 1);
  return name.replace(/^--/, "").replaceAll("_", "-");
}

/** The parts of `process` that a restart needs. */
export interface Restartable {
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly execArgv: readonly string[];
  readonly execPath: string;
  /** The channel to the parent, if there is one. */
  readonly channel?: object | undefined;
  /** Absent on Windows. */
  readonly execve?:
    ((file: string, args: readonly string[], env: NodeJS.ProcessEnv) => unknown) | undefined;
}

/**
 * Restarts the program with the missing flags and variables: the same process with the same id,
 * input and output, so that a supervisor notices nothing. Costs 50 to 80 ms of CPU time.
 *
 * Does nothing where it is impossible: on Windows, and for a child with a channel to its parent
 * (`node --watch`), which a new program would not inherit.
 */
export function restartWithMissing(current: Restartable): void {
  const { flags, env } = missingFrom(current);
  const isComplete = flags.length === 0 && Object.keys(env).length === 0;
  if (isComplete || current.execve === undefined || current.channel !== undefined) return;
  const args = [current.execPath, ...current.execArgv, ...flags, ...current.argv.slice(1)];
  current.execve(current.execPath, args, { ...current.env, ...env });
}
