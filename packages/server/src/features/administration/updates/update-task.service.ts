import { existsSync } from "node:fs";
import { join } from "node:path";
import type { UpdatePhase } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { downloadTarball, fetchSmallFile } from "../../../platform/release/download-release.ts";
import { libOf, TARBALL } from "../../../platform/release/install-layout.ts";
import { watchPhase, type PhaseWatch } from "../../../platform/release/phase-watch.ts";
import type { ReleaseInfo } from "../../../platform/release/release-info.ts";
import type { ReleaseAssets } from "../../../platform/release/release-list.ts";
import { swapRelease } from "../../../platform/release/swap-release.ts";
import { unpackRelease } from "../../../platform/release/unpack-release.ts";
import {
  asFailure,
  failUpdate,
  type FailureName,
} from "../../../platform/release/update-failure.ts";
import type { UpdateJournal } from "../../../platform/release/update-journal.ts";
import {
  checkInstalled,
  checkSha256,
  checkSignature,
} from "../../../platform/release/verify-release.ts";
import { backUpBefore } from "./backup-before.service.ts";
import { listUrl, releaseSource, tarballAddress } from "./release-source.ts";
import { failTask } from "./update-end.service.ts";
import { beginMaintenance } from "./update-maintenance.service.ts";
import { noteProgress, PERCENT, showPercent } from "./update-progress.service.ts";
import { checkStep } from "./update-schema.ts";

type Needs = Pick<
  Deps,
  "clock" | "database" | "events" | "ids" | "installation" | "log" | "maintenance" | "settings"
>;

/** The version to install. */
export interface UpdateOrder {
  /** The first entry of the journal. */
  readonly journal: UpdateJournal;
  /** undefined: the version is still in the install folder. */
  readonly assets: ReleaseAssets | undefined;
  readonly arch: string;
}

interface Task extends UpdateOrder {
  readonly needs: Needs;
  journal: UpdateJournal;
}

/** The name of an unexpected error in each phase. */
const NAMES: Readonly<Partial<Record<UpdatePhase, FailureName>>> = {
  downloading: "DownloadFailed",
  verifying: "SignatureInvalid",
  extracting: "ArchiveInvalid",
  backing_up_db: "BackupFailed",
};

/** Carries out a task up to its restart, or aborts it. Never rejects. */
export async function runUpdate(needs: Needs, order: UpdateOrder): Promise<void> {
  const task: Task = { needs, ...order };
  try {
    const staged = order.assets === undefined ? undefined : await stage(task, order.assets);
    const info = staged?.info ?? (await checkKept(task));
    checkStep(info);
    await inPhase(task, "backing_up_db", (watch) => backUpBefore(needs, order.journal, watch));
    await inPhase(task, "swapping", (watch) => swap(task, staged?.folder ?? null, watch));
    await note(task, { phase: "restarting", percent: 90 });
    const { taskId, installDir, targetVersion } = task.journal;
    needs.installation.handOver({ taskId, installDir, targetVersion });
  } catch (error) {
    const failure = asFailure(error, NAMES[task.journal.phase] ?? "SwapFailed");
    await failTask(needs, task.journal, failure);
  }
}

async function note(task: Task, change: Partial<UpdateJournal>): Promise<void> {
  task.journal = { ...task.journal, ...change };
  await noteProgress(task.needs, task.journal);
}

async function inPhase<T>(
  task: Task,
  phase: UpdatePhase,
  work: (watch: PhaseWatch) => Promise<T>,
): Promise<T> {
  await note(task, { phase, percent: PERCENT[phase] ?? task.journal.percent });
  const watch = watchPhase(phase, task.needs.clock);
  try {
    return await work(watch);
  } finally {
    watch.stop();
  }
}

interface Fetched {
  readonly tarball: string;
  readonly sha256: string;
  readonly checksum: Buffer;
  readonly signature: Buffer | undefined;
}

/** Downloads, verifies and unpacks a release. */
async function stage(
  task: Task,
  assets: ReleaseAssets,
): Promise<{ folder: string; info: ReleaseInfo }> {
  const { needs, arch } = task;
  const { installation } = needs;
  const { targetVersion: tag, stagingDir } = task.journal;
  const fetched = await inPhase(task, "downloading", (watch) => download(task, assets, watch));
  await inPhase(task, "verifying", async () => {
    checkSha256(fetched.sha256, fetched.checksum);
    const key = installation.release?.minisignPublicKey ?? "";
    if (key === "") {
      needs.log.warn({}, "this program contains no public key; the signature is not checked");
      return;
    }
    const { signature } = fetched;
    if (signature === undefined) failUpdate("SignatureInvalid", "the release is not signed");
    const tarball = { path: fetched.tarball, name: assets.name, tag, arch };
    await checkSignature(tarball, signature, key);
  });
  return inPhase(task, "extracting", async ({ signal, progress }) => {
    const to = { disk: installation.disk, folder: join(stagingDir, "unpacked") };
    const watch = { signal, onProgress: progress };
    const unpacked = await unpackRelease(fetched.tarball, to, { tag, arch }, watch);
    await requireSameIfRunning(task, watch);
    await installation.disk.remove(fetched.tarball);
    return unpacked;
  });
}

async function download(task: Task, assets: ReleaseAssets, watch: PhaseWatch): Promise<Fetched> {
  const { needs } = task;
  const { disk } = needs.installation;
  const list = listUrl(needs) ?? failUpdate("DownloadFailed", "no list of releases is set");
  const source = releaseSource(needs, list);
  const { signal } = watch;
  const small = { signal, onBytes: watch.progress };
  await disk.makeFolder(task.journal.stagingDir);
  const checksum = await fetchSmallFile(assets.checksumUrl, source, small);
  const signature =
    assets.signatureUrl === undefined
      ? undefined
      : await fetchSmallFile(assets.signatureUrl, source, small);
  const tarball = join(task.journal.stagingDir, TARBALL);
  const maxBytes = needs.settings.UPDATE_MAX_TARBALL_BYTES;
  if ((assets.sizeBytes ?? 0) > maxBytes) {
    failUpdate("TarballTooLarge", `the tarball has more than ${maxBytes} bytes`);
  }
  const onBytes = (bytes: number) => {
    watch.progress();
    const share = Math.min(1, bytes / (assets.sizeBytes ?? maxBytes));
    showPercent(needs, task.journal, 5 + Math.floor(45 * share));
  };
  const address = tarballAddress(needs, assets.tarballUrl);
  const to = { disk, path: tarball, maxBytes };
  const { sha256 } = await downloadTarball(address, to, source, { signal, onBytes });
  return { tarball, sha256, checksum, signature };
}

/** Running code is never replaced: a version is installed over itself only if it is whole. */
async function requireSameIfRunning(
  { journal }: Task,
  watch: { readonly signal: AbortSignal; onProgress(): void },
): Promise<void> {
  const { fromVersion, installDir, targetVersion } = journal;
  if (fromVersion !== targetVersion || !existsSync(libOf(installDir, targetVersion))) return;
  await checkInstalled(installDir, targetVersion, "running", watch);
}

/** A kept version passes the first phases at once; its files are verified again. */
async function checkKept(task: Task): Promise<ReleaseInfo> {
  const { installation } = task.needs;
  const { installDir, stagingDir, targetVersion } = task.journal;
  await inPhase(task, "downloading", () => installation.disk.makeFolder(stagingDir));
  const info = await inPhase(task, "verifying", ({ signal, progress }) =>
    checkInstalled(installDir, targetVersion, "kept", { signal, onProgress: progress }),
  );
  await inPhase(task, "extracting", async () => undefined);
  return info;
}

async function swap(task: Task, unpackedDir: string | null, watch: PhaseWatch): Promise<void> {
  const { needs } = task;
  const { installDir, stagingDir, fromVersion, targetVersion } = task.journal;
  await beginMaintenance(needs);
  const plan = { installDir, stagingDir, fromVersion, targetVersion, unpackedDir };
  await swapRelease(needs.installation.disk, plan, async (steps) => {
    watch.signal.throwIfAborted();
    await note(task, { steps: [...steps] });
  });
}
