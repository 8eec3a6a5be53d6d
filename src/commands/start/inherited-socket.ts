import { lookup } from 'node:dns/promises'
import { fstatSync } from 'node:fs'
import { isIPv6, SocketAddress, type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { ConfigError, type Config } from '#server/config.ts'

/** The number of the first socket that a supervisor hands over, as in sd_listen_fds(3). */
const FIRST_SOCKET = 3

/** More connections may wait than any system allows. */
const MAX_BACKLOG = 65_535

const NAMES = ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES'] as const

type Variables = Record<string, string | undefined>

/**
 * Returns the socket that systemd has opened for this process and keeps while the process is
 * replaced, so that connections wait in it; undefined if there is none. Takes the variables away,
 * which are for no child of this process. Throws a ConfigError if they are damaged.
 */
export function takeInheritedSocket(
  variables: Variables,
  { pid = process.pid, isSocket = isOpenSocket } = {},
): number | undefined {
  const { LISTEN_PID, LISTEN_FDS } = variables
  for (const name of NAMES) delete variables[name]
  // The socket of another process is left to it.
  if (LISTEN_PID === undefined || (/^\d+$/.test(LISTEN_PID) && Number(LISTEN_PID) !== pid)) {
    return undefined
  }
  if (Number(LISTEN_PID) !== pid) throw damaged(`LISTEN_PID is "${LISTEN_PID}"`)
  if (LISTEN_FDS !== '1') throw damaged(`LISTEN_FDS is "${LISTEN_FDS ?? ''}"`)
  if (!isSocket(FIRST_SOCKET)) throw damaged('descriptor 3 is no socket')
  return FIRST_SOCKET
}

function isOpenSocket(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isSocket()
  } catch {
    // It is not open.
    return false
  }
}

function damaged(found: string, cause?: unknown): ConfigError {
  return new ConfigError(
    `The socket that was handed over cannot be used, because ${found}: let the socket unit have one ListenStream with an address and a port, or start without LISTEN_PID and LISTEN_FDS.`,
    { cause },
  )
}

/**
 * Lets the server listen at the socket that was handed over, or else where the settings say. Throws
 * a ConfigError if the socket's address is another than HOST and PORT: the other commands would ask
 * there, and a page that must not be public could be.
 */
export async function listen(
  app: FastifyInstance,
  { port, host }: Pick<Config, 'port' | 'host'>,
  socket: number | undefined,
): Promise<void> {
  if (socket === undefined) {
    await app.listen({ port, host, backlog: MAX_BACKLOG })
    return
  }
  await listenAt(app, socket)
  const address = app.server.address()
  if (isInternet(address) && address.port === port && (await isHost(address.address, host))) return
  const found = isInternet(address) ? join(address.address, address.port) : String(address)
  throw new ConfigError(
    `HOST and PORT are ${join(host, port)}, and the socket that was handed over listens at ${found}: let HOST, PORT and the socket unit's ListenStream name the same address.`,
  )
}

async function listenAt(app: FastifyInstance, fd: number): Promise<void> {
  const { server } = app
  const listenAtHandle = server.listen.bind(server)
  // Node would cut the queue, which outlives this process; with a descriptor it takes the length of
  // the queue only as an argument, which Fastify does not pass.
  server.listen = (options: unknown) => listenAtHandle(options, MAX_BACKLOG)
  try {
    // Without a host Fastify would listen at more addresses than the socket's.
    const options = { fd, host: '127.0.0.1' }
    await app.listen(options)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw damaged('it does not listen', error)
  }
}

type Address = string | AddressInfo | null

function isInternet(address: Address): address is AddressInfo {
  return typeof address === 'object' && address !== null
}

/**
 * Returns whether HOST, an address or a name, means the address of a socket. A wildcard is another
 * address than any other, also than that of the other family: this machine asks each family alone.
 */
export async function isHost(address: string, host: string): Promise<boolean> {
  const wanted = await lookup(host, { all: true }).catch(() => [])
  return wanted.some((one) => normalize(one.address) === normalize(address))
}

/** Returns the one form of an address that has several. */
function normalize(address: string): string {
  const [plain = ''] = address.split('%')
  const family = isIPv6(plain) ? 'ipv6' : 'ipv4'
  return new SocketAddress({ address: plain, family }).address.replace(/^::ffff:(?=\d+\.)/, '')
}

function join(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}
