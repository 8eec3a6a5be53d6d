import type { LeaderboardPage } from '#contract/leaderboard.ts'
import { runActors } from './actors/actors.ts'
import { isImported, type Incident } from './world/incidents.ts'
import { readSnapshot, type DatabaseSnapshot } from './checks/database-snapshot.ts'
import { checkGame } from './checks/check-game.ts'
import { checkMoney, findViolations } from './checks/invariants.ts'
import { checkWhileDenied } from './checks/check-while-denied.ts'
import type { SimulatedProviders, TakenPayment } from './providers/providers.ts'
import { createRunContext, type RunContext } from './actors/run-context.ts'
import { RoundWatch } from './checks/round-watch.ts'
import type { Product } from './server/server.ts'
import {
  isOfReplacedAccount,
  ReportedConcerns,
  type ActualConditions,
} from './checks/reported-concerns.ts'
import type { Trace } from './world/trace.ts'
import { World } from './world/world.ts'

/** The scenario of a PayPal dispute over several payments, as the trace counts it. */
const SHARED_DISPUTE = 'a dispute is over several payments'

/** The minutes without faults after which ledger and board must have the providers' cents. */
const MINUTES_UNTIL_MONEY_IS_RIGHT = [5, 5, 10]

/** The further minutes after which no checkout can be paid and no event is sent again. */
const MINUTES_UNTIL_ALL_EXPIRES = [30, 60, 120, 240]

const FIVE_HOURS = Array.from({ length: 20 }, () => 15)

/**
 * The further minutes until the host must be told. An event of an unknown payment is tried fifteen
 * times before it is reported, and a clock that was an hour ahead adds an hour to every wait.
 */
const MINUTES_UNTIL_REPORTED: Partial<Record<Incident['kind'], readonly number[]>> = {
  'older copy': FIVE_HOURS,
  'other keys': FIVE_HOURS,
  'wrong clock': [120, 120],
}

const MINUTE_MS = 60_000
const AFTER_JUMP_MS = 15_000

const WHOLE_BOARD = 500

export interface RunReport {
  seed: number
  /** The violated invariants, one sentence each. */
  violations: string[]
  trace: Trace
}

/**
 * Runs one seed from an empty database to the final checks; the result depends on the seed alone.
 */
export async function simulate(seed: number): Promise<RunReport> {
  const world = new World(seed)
  const { trace } = world
  // An unhandled rejection would end the real server's process.
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  trace.note(`weather: ${JSON.stringify(world.faultProfile)}`)
  trace.note(`trouble: ${JSON.stringify(world.incident)}`)
  try {
    const context = await createRunContext(world)
    const violations = await runPhases(context)
    await context.close()
    return { seed, violations: [...violations, ...unhandled.map(describe)], trace }
  } catch (error) {
    return { seed, violations: [describe(error), ...unhandled.map(describe)], trace }
  } finally {
    process.off('unhandledRejection', note)
    world.restoreGlobals()
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

async function runPhases(context: RunContext): Promise<string[]> {
  const { world, server, network, viewers } = context
  server.onStart(({ leaderboard }) => {
    for (const viewer of viewers) void viewer.follow(leaderboard)
  })
  await server.start()
  const rounds = new RoundWatch(context)
  await runActors(context)
  world.stopFaults()
  network.unreachable.clear()
  await context.providers.control('/webhook-faults', {})
  for (const provider of ['paypal', 'stripe']) {
    await context.providers.control(`/${provider}/lag`, { mostMs: 0 })
  }
  world.trace.note('— nothing goes wrong from here on')
  await runUntilUp(context)
  const whileDenied = await checkWhileDenied(context, (jumpsMinutes) =>
    jumpAndRun(context, jumpsMinutes),
  )
  const afterStart = world.random.chance(0.5) ? await checkAfterStart(context) : []
  await runUntilUp(context)
  const changed = await rounds.look()
  await jumpAndRun(context, MINUTES_UNTIL_MONEY_IS_RIGHT)
  changed.push(...(await rounds.look()))
  const early = await findWrongMoney(context, '20 minutes on')
  await jumpAndRun(context, MINUTES_UNTIL_ALL_EXPIRES)
  const lost = isImported(world.incident) ? await importLost(context) : []
  await jumpAndRun(context, MINUTES_UNTIL_REPORTED[world.incident.kind] ?? [])
  const found = await check(context)
  const wrongRounds = [...changed, ...(await rounds.compare())]
  const wrongGame = await checkGame(context)
  return [...whileDenied, ...afterStart, ...early, ...lost, ...found, ...wrongRounds, ...wrongGame]
}

/**
 * Imports the payments that an older copy has lost. Returns one sentence for each that was neither
 * imported nor reported as failed.
 */
async function importLost({ world, server, providers, disk }: RunContext): Promise<string[]> {
  const { providers: reports } = await world.runUntilSettled(
    server.request('the import', ({ importer }) => importer.run()),
  )
  world.trace.note(`imported: ${JSON.stringify(reports)}`)
  for (const { provider, imported } of reports) {
    if (imported > 0) world.trace.count('imported', provider)
  }
  const named = reports.flatMap(({ failed }) => failed.map(({ payment }) => payment))
  const { entries, checkouts } = await readSnapshot(disk.reader)
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

/** Puts the clocks forward several times, and runs what has become due after each. */
async function jumpAndRun({ world }: RunContext, jumpsMinutes: readonly number[]): Promise<void> {
  for (const minutes of jumpsMinutes) {
    world.jump(minutes * MINUTE_MS)
    await world.runFor(AFTER_JUMP_MS)
  }
}

/** Checks the money just after a start, since a server reconciles before it does anything else. */
async function checkAfterStart(context: RunContext): Promise<string[]> {
  const { world, server } = context
  if (server.isUp) server.crash('the last start')
  await runUntilUp(context)
  await world.runFor(AFTER_JUMP_MS)
  return findWrongMoney(context, 'just after a start')
}

async function runUntilUp({ world, server }: RunContext): Promise<void> {
  while (!server.isUp) await world.step()
}

async function findWrongMoney(context: RunContext, when: string): Promise<string[]> {
  const taken = await context.providers.listTaken()
  const snapshot = await readSnapshot(context.disk.reader)
  const { incident } = context.world
  const isLeft = incident.kind === 'other keys' && incident.backAfterMs === undefined
  const left: readonly string[] = isLeft ? incident.providers : []
  const unreadable = new Set(
    taken
      .filter((payment) => isOfReplacedAccount(payment, incident))
      .map(({ reference }) => reference),
  )
  return (
    snapshot.checkouts
      // The host is told of what is in review, and decides about it.
      .filter(({ provider, state }) => !left.includes(provider) && state !== 'review')
      .filter(({ id }) => !unreadable.has(id))
      .flatMap((checkout) => checkMoney(checkout, { snapshot, taken }))
      .map((violation) => `${when}, ${violation}`)
  )
}

async function check(context: RunContext): Promise<string[]> {
  const { world, server, providers, disk, fakeMailer } = context
  const { confirmedPayments, mustBePaidRefs, namelessRefs } = context
  const report = await world.runUntilSettled(
    server.request('the reconciling by hand', ({ reconciler }) => reconciler.run('all')),
  )
  const page = await world.runUntilSettled(server.request('the board', readBoard))
  const taken = await providers.listTaken()
  const snapshot = await readSnapshot(disk.reader)
  const reported = new ReportedConcerns(report.concerns, conditionsOf(world), { snapshot, taken })
  const foreignIds = await listForeignIds(providers)
  const undecided = await findUndecided(context, snapshot)
  for (const { provider } of taken) world.trace.count('donations', provider)
  return [
    ...findViolations({
      taken,
      confirmedPayments,
      mustBePaidRefs,
      namelessRefs,
      snapshot,
      undecided,
      fakeMailer,
      reported,
      foreignIds,
      report,
      page,
    }),
    ...context.chargedRefusals.map((ref) => `the donor of ${ref} was refused, and charged`),
    ...findChargedAfterCancel(context, taken),
    ...context.viewers.flatMap((viewer) => viewer.compare(page)),
  ]
}

/** Finds what was taken although its donor was told that it is cancelled; an older copy forgets that. */
function findChargedAfterCancel(
  { world, cancelledRefs }: RunContext,
  taken: readonly TakenPayment[],
): string[] {
  if (world.incident.kind === 'older copy') return []
  return taken
    .filter(({ ref }) => cancelledRefs.has(ref))
    .map(({ ref }) => `the donor of ${ref} was told that it is cancelled, and charged`)
}

async function listForeignIds(providers: SimulatedProviders): Promise<Set<string>> {
  const payments = await providers.listForeign()
  return new Set([...providers.foreignIds, ...payments.map(({ paymentId }) => paymentId)])
}

function conditionsOf({ incident, faultProfile, clockOffsetMs, trace }: World): ActualConditions {
  return {
    incident,
    clockDifferenceMs: faultProfile.skewMs - clockOffsetMs,
    hasSharedDispute: (trace.tally['at PayPal']?.[SHARED_DISPUTE] ?? 0) > 0,
  }
}

async function findUndecided(
  { bank }: RunContext,
  { checkouts }: DatabaseSnapshot,
): Promise<Set<string>> {
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
