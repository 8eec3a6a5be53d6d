import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A connection between two machines, over which TCP to one port of this machine passes. */
export interface TcpLink {
  port: number
  /** Loses everything without a word, as a network that is parted does; `heal` delivers it. */
  partition(): void
  /** Loses what the present connections carry without a word, for ever; new ones are whole. */
  silence(): void
  /** Breaks all connections, and refuses new ones. */
  cut(): void
  /** Ends a partition or a cut. */
  heal(): void
  /** Leads new connections to another port, and breaks those to the former one. */
  moveTo(port: number): void
  close(): Promise<void>
}

type State = 'whole' | 'parted' | 'cut'

/** Opens a link to a port of 127.0.0.1. */
export async function openTcpLink(target: number): Promise<TcpLink> {
  let state: State = 'whole'
  let to = target
  const pairs = new Set<[Socket, Socket]>()
  const silenced = new WeakSet<[Socket, Socket]>()
  const breakAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }

  const server = createServer((near) => {
    near.on('error', () => {})
    if (state === 'cut') return void near.destroy()
    const far = connect({ port: to, host: '127.0.0.1' })
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    far.on('error', () => {})
    for (const socket of pair) {
      socket.once('close', () => {
        pairs.delete(pair)
        // A parted network loses in both directions.
        if (state !== 'parted') for (const other of pair) other.destroy()
      })
    }
    near.pipe(far)
    far.pipe(near)
    if (state === 'parted') pauseAll([pair])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The link has no port.')

  return {
    port: address.port,
    partition: () => {
      state = 'parted'
      pauseAll(pairs)
    },
    silence: () => {
      pauseAll(pairs)
      for (const pair of pairs) silenced.add(pair)
    },
    cut: () => {
      state = 'cut'
      breakAll()
    },
    heal: () => {
      state = 'whole'
      for (const pair of pairs) {
        const [near, far] = pair
        if (silenced.has(pair)) continue
        if (near.destroyed || far.destroyed) {
          near.destroy()
          far.destroy()
        } else {
          near.pipe(far)
          far.pipe(near)
        }
      }
    },
    moveTo: (port) => {
      to = port
      breakAll()
    },
    close: async () => {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}

function pauseAll(pairs: Iterable<[Socket, Socket]>): void {
  for (const [near, far] of pairs) {
    near.unpipe(far).pause()
    far.unpipe(near).pause()
  }
}
