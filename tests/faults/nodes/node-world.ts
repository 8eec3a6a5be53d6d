import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { leaderboardPageSchema, type LeaderboardEntry } from '#contract/leaderboard.ts'
import { ROUTES } from '#contract/routes.ts'
import { startPostgres, type TestPostgres } from '../../helpers/databases/postgres.ts'
import { startRedis, stopRedis } from '../../helpers/databases/redis.ts'
import { freePort } from '../../helpers/network/free-port.ts'
import {
  startAppServer,
  type AppServer,
  type Environment,
} from '../../helpers/server/app-server.ts'
import {
  fetchPayments,
  openProviders,
  providerEnvironment,
  remainingCents,
} from '../fault-harness.ts'
import { COMPARED_ROWS, findDifferences, type MoneyFacts } from './differences.ts'
import { startNginx, type Nginx } from './nginx.ts'
import { watchNode, type NodeViewer } from './node-viewer.ts'
import { openTcpLink, type TcpLink } from '../../helpers/network/tcp-link.ts'

/** A node with a viewer of its stream. */
export interface WatchedNode {
  name: string
  server: AppServer
  viewer: NodeViewer
}

/** A node with links of its own to Redis and PostgreSQL. */
export interface Node extends WatchedNode {
  toRedis: TcpLink
  toPostgres: TcpLink
}

/** Several nodes behind nginx, with one PostgreSQL, one Redis, and the providers outside. */
export interface NodeWorld {
  /** The origin of the whole, nginx's. */
  url: string
  providersUrl: string
  nodes: readonly Node[]
  postgres: TestPostgres
  redis: ChildProcess
  /** Starts Redis again after it was killed. */
  restartRedis(): Promise<void>
  readFacts(acknowledged: ReadonlySet<string>): Promise<MoneyFacts>
  /** Waits until providers, ledger, boards and streams agree; returns the differences left. */
  untilAgreed(acknowledged: ReadonlySet<string>): Promise<string[]>
  close(): Promise<void>
}

const NODES = ['node 1', 'node 2', 'node 3']
/** The time after which a wait counts as stuck, however slow the machine is. */
const TIMEOUT_MS = 180_000
const AUTH_SECRET = 'a secret of thirty-two characters or more'

export async function openNodeWorld(): Promise<NodeWorld> {
  const [nginxPort, redisPort, sandboxPort] = [await freePort(), await freePort(), await freePort()]
  const url = `http://localhost:${nginxPort}`
  const postgres = await startPostgres()
  const databaseUrl = await postgres.createDatabase('royale')
  let redis = await startRedis(redisPort)
  const providersUrl = `http://127.0.0.1:${sandboxPort}`
  const sandbox = await openProviders(sandboxPort, `http://127.0.0.1:${nginxPort}`)
  const environment = { ...providerEnvironment(providersUrl), PUBLIC_URL: url, AUTH_SECRET }
  const nodes = await Promise.all(
    NODES.map((name) => openNode(name, { environment, databaseUrl, redisPort })),
  )
  const nginx: Nginx = await startNginx(
    nginxPort,
    nodes.map(({ server }) => server.port),
  )
  const readFacts = (acknowledged: ReadonlySet<string>) =>
    readAll({ nodes, providersUrl, databaseUrl }, acknowledged)
  return {
    url,
    providersUrl,
    nodes,
    postgres,
    get redis() {
      return redis
    },
    restartRedis: async () => {
      redis = await startRedis(redisPort)
    },
    readFacts,
    untilAgreed: (acknowledged) => untilAgreed(() => readFacts(acknowledged), nodes),
    close: async () => {
      for (const { viewer } of nodes) viewer.leave()
      await nginx.stop()
      await Promise.all(nodes.map(({ server }) => server.stop()))
      await Promise.all(nodes.flatMap((node) => [node.toRedis.close(), node.toPostgres.close()]))
      await sandbox.close()
      await stopRedis(redis)
      await postgres.stop()
    },
  }
}

async function openNode(
  name: string,
  options: { environment: Environment; databaseUrl: string; redisPort: number },
): Promise<Node> {
  const databaseUrl = new URL(options.databaseUrl)
  const toPostgres = await openTcpLink(Number(databaseUrl.port))
  const toRedis = await openTcpLink(options.redisPort)
  databaseUrl.port = `${toPostgres.port}`
  const server = await startAppServer({
    ...options.environment,
    TRUSTED_PROXIES: '127.0.0.1',
    DATABASE_URL: databaseUrl.href,
    REDIS_URL: `redis://127.0.0.1:${toRedis.port}`,
  })
  const viewer = watchNode(`http://127.0.0.1:${server.port}${ROUTES.live}`)
  return { name, server, toRedis, toPostgres, viewer }
}

/** Reads the money of the providers, the ledger and all nodes. */
export async function readAll(
  world: { nodes: readonly WatchedNode[]; providersUrl: string; databaseUrl: string },
  acknowledged: ReadonlySet<string>,
): Promise<MoneyFacts> {
  const payments = await fetchPayments(world.providersUrl)
  const taken = payments.filter(({ capturedCents }) => capturedCents > 0)
  const nodes = await Promise.all(
    world.nodes.map(async ({ name, server, viewer }) => {
      const answer = await fetch(`http://127.0.0.1:${server.port}/api/leaderboard?limit=100`)
      const { total, entries } = leaderboardPageSchema.parse(await answer.json())
      const rows = { page: toRows(entries), stream: toRows(viewer.board()) }
      return [name, { totalCents: total.amountCents, ...rows }] as const
    }),
  )
  return {
    ...(await readDatabase(world.databaseUrl)),
    providerCents: payments.reduce((sum, payment) => sum + remainingCents(payment), 0),
    taken: taken.map(({ paymentId }) => paymentId),
    acknowledged: [...acknowledged],
    nodes: Object.fromEntries(nodes),
  }
}

function toRows(entries: readonly LeaderboardEntry[]): string[] {
  return entries.slice(0, COMPARED_ROWS).map(({ id, amountCents }) => `${id} ${amountCents}`)
}

interface EntryRow {
  object_id: string
  kind: string
  amount_cents: number
}

interface DonationRow {
  id: string
  amount_cents: number
}

async function readDatabase(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: entries } = await client.query<EntryRow>(
      `select object_id, kind, amount_cents::int from ledger_entries where livemode = 0`,
    )
    const { rows: donations } = await client.query<DonationRow>(
      `select id, amount_cents::int from donations where removed_at is null and amount_cents > 0
       order by amount_cents desc, sequence`,
    )
    const captures = entries.filter(({ kind }) => kind === 'capture')
    return {
      booked: captures.map(({ object_id: id }) => id),
      // The tests only take money and give it back.
      ledgerCents: entries.reduce(
        (sum, { kind, amount_cents: cents }) => sum + (kind === 'capture' ? cents : -cents),
        0,
      ),
      donations: donations.map(({ id, amount_cents: cents }) => `${id} ${cents}`),
    }
  } finally {
    await client.end()
  }
}

/**
 * Waits until all parts agree; returns the differences that are left, with the last lines of the
 * nodes' logs.
 */
export async function untilAgreed(
  read: () => Promise<MoneyFacts>,
  nodes: readonly WatchedNode[],
): Promise<string[]> {
  const deadline = performance.now() + TIMEOUT_MS
  for (;;) {
    const found = await read().then(findDifferences, (error: unknown) => [String(error)])
    if (found.length === 0) return []
    if (performance.now() > deadline) return [...found, lastLines(nodes)]
    await pause(100)
  }
}

function lastLines(nodes: readonly WatchedNode[]): string {
  return nodes
    .map(({ name, server }) => `${name}:\n${server.log().split('\n').slice(-12).join('\n')}`)
    .join('\n')
    .slice(-8_000)
}
