import type { LeaderboardPage } from '#contract/leaderboard.ts'
import { Donor } from './donors.ts'
import { findViolations, readBooks } from './invariants.ts'
import { disturb, ProviderEvents } from './provider-events.ts'
import { setScene, type Scene } from './scene.ts'
import type { Product } from './server.ts'
import type { Trace } from './trace.ts'
import { World } from './world.ts'

/** More than any run needs that comes to rest. */
const MOST_STEPS = 50_000

/** After so long nobody can pay any more, and nobody sends an event once more. */
const QUIET_JUMPS = 16
const QUIET_JUMP_MS = 30 * 60_000
const QUIET_AFTER_JUMP_MS = 15_000

const WHOLE_BOARD = 500

export interface RunReport {
  seed: number
  /** What was not as it must be; one sentence each. */
  violations: string[]
  trace: Trace
}

/** One run from an empty database to the quiet end: a function of its seed. */
export async function simulate(seed: number): Promise<RunReport> {
  const world = new World(seed)
  const { trace } = world
  trace.note(`weather: ${JSON.stringify(world.weather)}`)
  try {
    const scene = await setScene(world)
    const violations = await play(scene)
    await scene.close()
    return { seed, violations, trace }
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { seed, violations: [failure], trace }
  } finally {
    world.end()
  }
}

async function play(scene: Scene): Promise<string[]> {
  const { world, server, network } = scene
  await server.start()
  await liveThrough(scene)
  world.calmDown()
  network.down.clear()
  await scene.providers.control('/webhook-faults', {})
  world.trace.note('— nothing goes wrong from here on')
  await comeToRest(scene)
  return check(scene)
}

/** Donors, hosts and disturbances, until all of them have done what they wanted. */
async function liveThrough(scene: Scene): Promise<void> {
  const { world, server, viewers } = scene
  server.onStart(({ leaderboard }) => {
    for (const viewer of viewers) start(viewer.follow(leaderboard))
  })
  const failures: unknown[] = []
  let acting = 0

  function start(acts: Promise<void>): void {
    acting += 1
    acts.catch((error: unknown) => failures.push(error)).finally(() => (acting -= 1))
  }

  const donors = world.chance.between(1, 5)
  for (let number = 1; number <= donors; number += 1) {
    start(new Donor(scene, `donor ${number}`).donate())
  }
  start(new ProviderEvents(scene).happen())
  start(disturb(scene))
  for (let steps = 0; acting > 0; steps += 1) {
    await world.step()
    if (failures.length > 0) throw failures[0]
    if (steps > MOST_STEPS) throw new Error('The run does not come to rest.')
  }
}

/** Hours pass in leaps, each with a little time to do what has become due. */
async function comeToRest({ world }: Scene): Promise<void> {
  for (let jumps = 0; jumps < QUIET_JUMPS; jumps += 1) {
    world.jump(QUIET_JUMP_MS)
    const until = world.clock() + QUIET_AFTER_JUMP_MS
    while (world.gates.count > 0 || world.clock() < until) await world.step()
  }
}

async function check(scene: Scene): Promise<string[]> {
  const { world, server, providers, disk, paidAnswers } = scene
  const report = await world.until(
    server.request('the reconciling by hand', ({ reconciler }) => reconciler.run('all')),
  )
  const page = await world.until(server.request('the board', readBoard))
  const taken = await providers.listTaken()
  const books = await readBooks(disk.reader)
  world.trace.count('checked', 'payments taken')
  return [
    ...findViolations({ taken, paidAnswers, books, report, page }),
    ...scene.viewers.flatMap((viewer) => viewer.compare(page)),
  ]
}

async function readBoard({ leaderboard }: Product): Promise<LeaderboardPage> {
  await leaderboard.look()
  return leaderboard.page({ limit: WHOLE_BOARD })
}
