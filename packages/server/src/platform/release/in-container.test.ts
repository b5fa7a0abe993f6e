import { describe, expect, it } from "vitest";
import { isInContainer } from "./in-container.ts";

interface Place {
  readonly env?: Record<string, string>;
  readonly files?: Record<string, string>;
}

const judge = ({ env = {}, files = {} }: Place) =>
  isInContainer({
    env,
    exists: (path) => path in files,
    read: (path) => {
      if (files[path] === undefined) throw new Error("ENOENT");
      return files[path];
    },
  });

const groups = (text: string): Place => ({ files: { "/proc/1/cgroup": text } });

describe("isInContainer", () => {
  it.each<[string, Place]>([
    ["our own image, whatever runs it", { env: { WORDLOOM_CONTAINER: "1" } }],
    ["docker", { files: { "/.dockerenv": "" } }],
    ["podman", { files: { "/run/.containerenv": "" } }],
    ["podman with a file system over /run", { env: { container: "podman" } }],
    ["Kubernetes", { env: { KUBERNETES_SERVICE_HOST: "10.96.0.1" } }],
    ["containerd without namespaces of groups", groups("5:cpu:/kubepods/besteffort/pod1/2\n")],
    ["docker within LXC", groups("5:cpu:/lxc/101/ns/system.slice/docker-4711.scope\n")],
    ["podman as a user", groups("0::/user.slice/user-1000.slice/libpod-4711.scope\n")],
  ])("knows %s", (_name, place) => {
    expect(judge(place)).toBe(true);
  });

  it.each<[string, Place]>([
    ["a machine", {}],
    ["a service of systemd", groups("0::/system.slice/wordloom.service\n")],
    ["a machine that runs docker", groups("0::/init.scope\n")],
    ["a system container of LXC", { ...groups("5:cpu:/lxc/101/ns\n"), env: { container: "lxc" } }],
    ["a newer one", groups("0::/lxc.payload.words/init.scope\n")],
    ["an image that is told otherwise", { env: { WORDLOOM_CONTAINER: "0", container: "podman" } }],
  ])("is not detected from %s", (_name, place) => {
    expect(judge(place)).toBe(false);
  });
});
