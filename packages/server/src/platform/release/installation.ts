import { access, constants } from "node:fs/promises";
import { VERSION } from "../basics/version.ts";
import { isInContainer, surroundings } from "./in-container.ts";
import { realDisk, type ReleaseDisk } from "./release-disk.ts";
import { archOfMachine, installFolder, readReleaseInfo } from "./release-info.ts";
import type { ReleaseArch, ReleaseInfo } from "./release-info.ts";

/** What the old program passes to the new one. */
export interface HandOver {
  readonly taskId: string;
  readonly installDir: string;
  readonly targetVersion: string;
}

/** The running program: where it came from, and what it may do to itself. */
export interface Installation {
  /** Release tag. */
  readonly version: string;
  /** Facts about the running release; undefined in a checkout. */
  readonly release: ReleaseInfo | undefined;
  /** The folder that contains the running release's `lib/`. */
  readonly folder: string | undefined;
  /** Undefined if there are no releases for this machine. */
  readonly arch: ReleaseArch | undefined;
  readonly inContainer: boolean;
  readonly disk: ReleaseDisk;
  isWritable(folder: string): Promise<boolean>;
  /** Closes the app of this process and opens a new one, because the database was replaced. */
  reopenApp(): void;
  /** Restarts this process, because its open database connection can no longer be trusted. */
  restartInPlace(): void;
  /** Closes the app of this process and starts the program in the install folder. */
  handOver(order: HandOver): void;
}

/** This installation, ignoring the process's environment variables. */
export function thisInstallation(): Installation {
  const release = readReleaseInfo();
  return {
    version: VERSION,
    release,
    folder: release && installFolder(),
    arch: archOfMachine(),
    inContainer: isInContainer(surroundings({})),
    disk: realDisk,
    isWritable: (folder) =>
      access(folder, constants.W_OK | constants.X_OK).then(
        () => true,
        () => false,
      ),
    reopenApp() {
      throw new Error("this process cannot reopen its app");
    },
    restartInPlace() {
      throw new Error("this process cannot restart in place");
    },
    handOver() {
      throw new Error("this process cannot be replaced");
    },
  };
}
