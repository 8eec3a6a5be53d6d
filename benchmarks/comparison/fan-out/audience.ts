import { Agent, request as send } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { PROTOCOLS, type Protocol, type ProtocolName } from './protocols.ts'
import { openViewer, type Viewer } from './viewer.ts'

// The viewers of one server, in a process of their own, and the publisher of its changes, so that
// one clock measures both.

export type Order =
  | { kind: 'join'; count: number }
  | { kind: 'round'; changes: { version: number; json: string }[]; everyMs: number }

export type Report =
  | { kind: 'joined' }
  | {
      kind: 'round'
      /** The time from each publication to the last viewer, ms. */
      lastMs: number[]
      /** The bytes that one viewer received. */
      bytesAViewer: number
    }
  | { kind: 'failed'; message: string }

/** The viewers that come from one address of the loopback network. */
const PER_ADDRESS = 1_000

/** The time after which a round has failed, ms. */
const ROUND_TIMEOUT_MS = 60_000

/** The viewers that connect at once. */
const AT_ONCE = 50

const [name, port, publicationPort] = parseArguments()
const protocol: Protocol = PROTOCOLS[name]
const agent = new Agent({ keepAlive: true })
const viewers: Viewer[] = []

process.on('message', (order: Order) => {
  obey(order).then(
    (report) => process.send?.(report),
    (error: unknown) => process.send?.({ kind: 'failed', message: String(error) }),
  )
})
process.once('disconnect', () => process.exit())

function parseArguments(): [ProtocolName, number, number] {
  const [name = '', port, publicationPort] = process.argv.slice(2)
  if (!isProtocol(name)) throw new Error(`Nothing speaks ${name}.`)
  return [name, Number(port), Number(publicationPort)]
}

function isProtocol(name: string): name is ProtocolName {
  return Object.hasOwn(PROTOCOLS, name)
}

async function obey(order: Order): Promise<Report> {
  if (order.kind === 'round') return runRound(order)
  await join(order.count)
  return { kind: 'joined' }
}

async function join(count: number): Promise<void> {
  const wanted = viewers.length + count
  while (viewers.length < wanted) {
    const localAddress = `127.0.0.${2 + Math.floor(viewers.length / PER_ADDRESS)}`
    const some = Array.from({ length: Math.min(AT_ONCE, wanted - viewers.length) }, () =>
      openViewer(port, localAddress, protocol),
    )
    viewers.push(...(await Promise.all(some)))
  }
}

async function runRound({ changes, everyMs }: Order & { kind: 'round' }): Promise<Report> {
  const bytesBefore = sumBytes()
  const lastAt = watchAll(changes.map(({ version }) => version))
  const publishedAt: number[] = []
  const startedAt = performance.now()
  for (const { json } of changes) {
    await pause(Math.max(0, startedAt + publishedAt.length * everyMs - performance.now()))
    publishedAt.push(performance.now())
    await publish(json)
  }
  return {
    kind: 'round',
    lastMs: (await lastAt).map((at, index) => at - (publishedAt[index] ?? 0)),
    bytesAViewer: (sumBytes() - bytesBefore) / viewers.length,
  }
}

/** Returns the times at which the last viewer got each version. */
function watchAll(versions: readonly number[]): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const arrived = new Map(versions.map((version) => [version, 0]))
    const lastAt = new Map<number, number>()
    const onChange = (version: number) => {
      const count = (arrived.get(version) ?? 0) + 1
      arrived.set(version, count)
      if (count < viewers.length) return
      lastAt.set(version, performance.now())
      if (lastAt.size === versions.length) resolve(versions.map((one) => lastAt.get(one) ?? 0))
    }
    const timer = setTimeout(() => {
      reject(
        new Error(
          `Of ${viewers.length} viewers so many got the changes: ${[...arrived.values()].join()}`,
        ),
      )
    }, ROUND_TIMEOUT_MS)
    timer.unref()
    for (const { socket, watch } of viewers) {
      watch(onChange)
      socket.once('close', () => reject(new Error(`A viewer of port ${port} was sent away.`)))
    }
  })
}

function sumBytes(): number {
  return viewers.reduce((sum, { socket }) => sum + socket.bytesRead, 0)
}

function publish(change: string): Promise<void> {
  const { path, headers, wrap } = protocol.publication
  return new Promise((resolve, reject) => {
    const options = { agent, method: 'POST', headers, port: publicationPort, path }
    const outgoing = send({ host: '127.0.0.1', ...options }, (response) => {
      response.resume().once('end', () => {
        if ((response.statusCode ?? 500) < 300) resolve()
        else reject(new Error(`A change was refused with ${response.statusCode}.`))
      })
    })
    outgoing.once('error', reject)
    outgoing.end(wrap(change))
  })
}
