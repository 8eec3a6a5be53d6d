import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { retryDelayMs } from '#client/lib/retry-delay.ts'
import { ROUTES } from '#contract/routes.ts'

// Some of the viewers of a storm, in a process of their own, since each holds a socket. They come
// back as `lib/live-stream.ts` of the page does.

export type StormReport =
  | { kind: 'joined' }
  | {
      kind: 'right'
      /** When the last viewer had the right board, Unix ms. */
      at: number
      attempts: number
      /** The longest time from an attempt that succeeded to the right board, ms. */
      slowestMs: number
    }

/** The limit of `lib/live-stream.ts`, ms. */
const CONNECT_TIMEOUT_MS = 10_000

/** One address may open only so many streams. */
const PER_ADDRESS = 1_000
const AT_ONCE = 100

const [port = 0, first = 0, count = 0] = process.argv.slice(2, 5).map(Number)
const [lastVersion = '', wanted = ''] = process.argv.slice(5)

let attempts = 0
let slowestMs = 0
let right = 0
let hasJoined = false

process.once('disconnect', () => process.exit())
await joinAll()
hasJoined = true
process.send?.({ kind: 'joined' } satisfies StormReport)

async function joinAll(): Promise<void> {
  for (let at = 0; at < count; at += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, index) =>
      joinOnce(first + at + index),
    )
    await Promise.all(some)
  }
}

/** Connects a viewer for the first time; it comes back whenever its stream ends. */
function joinOnce(index: number): Promise<void> {
  return new Promise((resolve) => {
    const localAddress = `127.0.0.${2 + Math.floor(index / PER_ADDRESS)}`
    const stream = openStream(localAddress, `${ROUTES.live}?lastEventId=${lastVersion}`)
    stream.once('data', () => resolve())
    stream.once('close', () => {
      if (!hasJoined) throw new Error('A viewer was sent away at first.')
      void comeBack(localAddress)
    })
  })
}

async function comeBack(localAddress: string): Promise<void> {
  for (let failures = 1; ; failures += 1) {
    await pause(retryDelayMs(failures, Math.random()))
    attempts += 1
    const triedAt = performance.now()
    if (!(await hasRightBoard(localAddress))) continue
    slowestMs = Math.max(slowestMs, performance.now() - triedAt)
    break
  }
  right += 1
  if (right < count) return
  process.send?.({ kind: 'right', at: Date.now(), attempts, slowestMs } satisfies StormReport)
}

/** Connects once more; returns whether the whole board came, with the donation made meanwhile. */
function hasRightBoard(localAddress: string): Promise<boolean> {
  return new Promise((resolve) => {
    const stream = openStream(localAddress, `${ROUTES.live}?lastEventId=${lastVersion}`)
    const timer = setTimeout(() => stream.destroy(), CONNECT_TIMEOUT_MS)
    let text = ''
    const onData = (chunk: string) => {
      text += chunk
      if (!text.startsWith('HTTP/1.1 200')) return void stream.destroy()
      const [, event = ''] = text.split('\ndata: ')
      if (!event.includes('\n\n')) return
      stream.off('data', onData).resume()
      clearTimeout(timer)
      resolve(event.includes(wanted))
    }
    stream.on('data', onData)
    stream.once('close', () => {
      clearTimeout(timer)
      resolve(false)
    })
  })
}

function openStream(localAddress: string, path: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.setEncoding('utf8')
  // 'close' follows, which counts.
  socket.on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
  return socket
}
