/**
 * Uses the service as people do, with a readable account of what happened:
 * `npm run journey -- [NAME] [FOLDER]`. Exits with status 1 if anything is wrong.
 */
const journeys: Readonly<
  Record<string, () => Promise<{ run: (folder?: string) => Promise<string[]> }>>
> = {
  console: () => import("./journey/console.ts"),
  deck: () => import("./journey/deck.ts"),
  "first-sessions": () => import("./journey/first-sessions.ts"),
  "killed-updates": () => import("./journey/killed-updates.ts"),
  "learner-app": () => import("./journey/learner-app.ts"),
  "lost-machine": () => import("./journey/lost-machine.ts"),
  operator: () => import("./journey/operator.ts"),
  pack: () => import("./journey/pack.ts"),
  "thirty-days": () => import("./journey/thirty-days.ts"),
  update: () => import("./journey/update.ts"),
};

const [name = "first-sessions", folder] = process.argv.slice(2);
const load = journeys[name];
if (load === undefined) {
  console.error(`There is no journey "${name}". There are: ${Object.keys(journeys).join(", ")}`);
  process.exitCode = 2;
} else {
  const { run } = await load();
  const faults = await run(folder);
  for (const line of faults) console.error(`missing: ${line}`);
  console.log(faults.length === 0 ? "\nNothing is missing." : `\n${faults.length} missing.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
