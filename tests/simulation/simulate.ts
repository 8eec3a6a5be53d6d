import type { LeaderboardPage } from '#contract/leaderboard.ts'
import { isImported, type Trouble } from './account-troubles.ts'
import { befall } from './befall.ts'
import { donate } from './donors.ts'
import { readBooks, type Books } from './books.ts'
import { checkMoney, findViolations } from './invariants.ts'
import { checkWhileDenied } from './outlasting.ts'
import { disturb, ProviderEvents } from './provider-events.ts'
import type { ProviderWorld } from './providers.ts'
import { setScene, type Scene } from './scene.ts'
import type { Product } from './server.ts'
import { happenAtStripe } from './stripe-events.ts'
import { Telling, type Truth } from './telling.ts'
import type { Trace } from './trace.ts'
import { World } from './world.ts'

/** More than any run needs that comes to rest. */
const MOST_STEPS = 50_000

/** After so many minutes of quiet the books are right, whatever was lost. */
const UNTIL_RIGHT = [5, 5, 10]

/** And then nobody can pay any more, and no event comes again. */
const UNTIL_OVER = [30, 60, 120, 240]

const QUARTERS = Array.from({ length: 20 }, () => 15)

/**
 * An event of a payment that nobody knows is tried fifteen times before the host reads of it, and a
 * clock that was an hour ahead makes an hour more of every wait.
 */
const UNTIL_TOLD: Partial<Record<Trouble['kind'], readonly number[]>> = {
  'older copy': QUARTERS,
  'other keys': QUARTERS,
  'wrong clock': [120, 120],
}

const MINUTE_MS = 60_000
const AFTER_LEAP_MS = 15_000

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
  // It would end the server's process for good.
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  trace.note(`weather: ${JSON.stringify(world.faultProfile)}`)
  trace.note(`trouble: ${JSON.stringify(world.trouble)}`)
  try {
    const scene = await setScene(world)
    const violations = await play(scene)
    await scene.close()
    return { seed, violations: [...violations, ...unhandled.map(describe)], trace }
  } catch (error) {
    return { seed, violations: [describe(error), ...unhandled.map(describe)], trace }
  } finally {
    process.off('unhandledRejection', note)
    world.end()
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

async function play(scene: Scene): Promise<string[]> {
  const { world, server, network, viewers } = scene
  server.onStart(({ leaderboard }) => {
    for (const viewer of viewers) void viewer.follow(leaderboard)
  })
  await server.start()
  await liveThrough(scene)
  world.stopFaults()
  network.down.clear()
  await scene.providers.control('/webhook-faults', {})
  for (const provider of ['paypal', 'stripe']) {
    await scene.providers.control(`/${provider}/lag`, { mostMs: 0 })
  }
  world.trace.note('— nothing goes wrong from here on')
  await untilUp(scene)
  const whileDenied = await checkWhileDenied(scene, (leaps) => pass(scene, leaps))
  const afterStart = world.chance.hits(0.5) ? await checkAfterStart(scene) : []
  await untilUp(scene)
  await pass(scene, UNTIL_RIGHT)
  const early = await findWrongMoney(scene, '20 minutes on')
  await pass(scene, UNTIL_OVER)
  const lost = isImported(world.trouble) ? await importLost(scene) : []
  await pass(scene, UNTIL_TOLD[world.trouble.kind] ?? [])
  return [...whileDenied, ...afterStart, ...early, ...lost, ...(await check(scene))]
}

/** Donors, hosts and disturbances, until all of them have done what they wanted. */
async function liveThrough(scene: Scene): Promise<void> {
  const { world } = scene
  const failures: unknown[] = []
  let acting = 0
  for (const act of castOf(scene)) {
    acting += 1
    act
      .catch((error: unknown) => failures.push(error))
      .finally(() => {
        acting -= 1
      })
  }
  for (let steps = 0; acting > 0; steps += 1) {
    await world.step()
    if (failures.length > 0) throw failures[0]
    if (steps > MOST_STEPS) throw new Error('The run does not come to rest.')
  }
}

function castOf(scene: Scene): Promise<void>[] {
  const { chance } = scene.world
  const donors = Array.from({ length: chance.between(1, 5) }, (_, index) =>
    donate(scene, `donor-${index + 1}`),
  )
  return [
    ...donors,
    new ProviderEvents(scene).happen(),
    disturb(scene),
    befall(scene),
    happenAtStripe(scene),
  ]
}

/** The host imports what an older copy has lost. Returns what was neither imported nor named. */
async function importLost({ world, server, providers, disk }: Scene): Promise<string[]> {
  const { providers: reports } = await world.until(
    server.request('the import', ({ importer }) => importer.run()),
  )
  world.trace.note(`imported: ${JSON.stringify(reports)}`)
  for (const { provider, imported } of reports) {
    if (imported > 0) world.trace.count('imported', provider)
  }
  const named = reports.flatMap(({ failed }) => failed.map(({ payment }) => payment))
  const { entries, checkouts } = await readBooks(disk.reader)
  const known = new Set([
    ...named,
    ...entries.map(({ object_id }) => object_id),
    ...checkouts.map(({ provider_ref }) => provider_ref),
  ])
  const taken = await providers.listTaken()
  return taken
    .filter(({ ref, paymentId }) => !known.has(ref) && !known.has(paymentId))
    .map(({ paymentId }) => `the payment ${paymentId} was not imported`)
}

/** Time passes in leaps, each with a little more to do what has become due. */
async function pass({ world }: Scene, leaps: readonly number[]): Promise<void> {
  for (const minutes of leaps) {
    world.jump(minutes * MINUTE_MS)
    await world.rest(AFTER_LEAP_MS)
  }
}

/** A server that starts brings its books up to date before anything else happens. */
async function checkAfterStart(scene: Scene): Promise<string[]> {
  const { world, server } = scene
  if (server.isUp) server.crash('the last start')
  await untilUp(scene)
  await world.rest(AFTER_LEAP_MS)
  return findWrongMoney(scene, 'just after a start')
}

async function untilUp({ world, server }: Scene): Promise<void> {
  while (!server.isUp) await world.step()
}

async function findWrongMoney(scene: Scene, when: string): Promise<string[]> {
  const taken = await scene.providers.listTaken()
  const books = await readBooks(scene.disk.reader)
  const { trouble } = scene.world
  const isLeft = trouble.kind === 'other keys' && trouble.backAfterMs === undefined
  const left: readonly string[] = isLeft ? trouble.providers : []
  return books.checkouts
    .filter(({ provider }) => !left.includes(provider))
    .flatMap((checkout) => checkMoney(checkout, { books, taken }))
    .map((violation) => `${when}, ${violation}`)
}

async function check(scene: Scene): Promise<string[]> {
  const { world, server, providers, disk, fakeMailer, paidAnswers, dueRefs } = scene
  const report = await world.until(
    server.request('the reconciling by hand', ({ reconciler }) => reconciler.run('all')),
  )
  const page = await world.until(server.request('the board', readBoard))
  const taken = await providers.listTaken()
  const books = await readBooks(disk.reader)
  const telling = new Telling(report.concerns, truthOf(world), { books, taken })
  const foreign = await nameForeign(providers)
  const undecided = await findUndecided(scene, books)
  for (const { provider } of taken) world.trace.count('donations', provider)
  return [
    ...findViolations({
      taken,
      paidAnswers,
      dueRefs,
      books,
      undecided,
      fakeMailer,
      telling,
      foreign,
      report,
      page,
    }),
    ...scene.chargedRefusals.map((ref) => `the donor of ${ref} was refused, and charged`),
    ...scene.viewers.flatMap((viewer) => viewer.compare(page)),
  ]
}

async function nameForeign(providers: ProviderWorld): Promise<Set<string>> {
  const payments = await providers.listForeign()
  return new Set([...providers.foreign, ...payments.map(({ paymentId }) => paymentId)])
}

function truthOf({ trouble, faultProfile, clockOffsetMs }: World): Truth {
  return { trouble, clockDifferenceMs: faultProfile.skewMs - clockOffsetMs }
}

async function findUndecided({ bank }: Scene, { checkouts }: Books): Promise<Set<string>> {
  const undecided = new Set<string>()
  for (const { id, provider, provider_ref: ref } of checkouts) {
    if (provider === 'paypal' && ref !== null && (await bank.isUndecided(ref))) undecided.add(id)
  }
  return undecided
}

async function readBoard({ leaderboard }: Product): Promise<LeaderboardPage> {
  await leaderboard.catchUp()
  return leaderboard.page({ limit: WHOLE_BOARD })
}
