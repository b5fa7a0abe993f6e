import { existsSync, readFileSync } from "node:fs";

/** The signs of a container; tests supply another machine. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  exists(path: string): boolean;
  /** @throws Error if it cannot be read */
  read(path: string): string;
}

/** Created by docker, and by podman unless something is mounted over /run. */
const MARKERS = ["/.dockerenv", "/run/.containerenv"];

/**
 * Control groups of the first process, unless a separate namespace hides them. Not LXC's: it holds
 * whole systems, where a release is installed and updated as on a machine.
 */
const GROUPS = /\/(?:docker|libpod|kubepods|containerd|crio)[/.:-]/;

/**
 * Whether the program runs in a container, where a new version means a new image. Our own image
 * sets `WORDLOOM_CONTAINER`, podman sets `container`, and Kubernetes sets the address of its
 * service.
 */
export function isInContainer({ env, exists, read }: Surroundings): boolean {
  const own = env["WORDLOOM_CONTAINER"];
  if (own !== undefined && own !== "") return own !== "0";
  if (env["KUBERNETES_SERVICE_HOST"] !== undefined) return true;
  if (["podman", "docker", "oci"].includes(env["container"] ?? "")) return true;
  return MARKERS.some(exists) || GROUPS.test(groupsOf(read));
}

function groupsOf(read: Surroundings["read"]): string {
  try {
    return read("/proc/1/cgroup");
  } catch {
    return "";
  }
}

/** The surroundings of this process. */
export const surroundings = (env: Surroundings["env"]): Surroundings => ({
  env,
  exists: existsSync,
  read: (path) => readFileSync(path, "utf8"),
});
