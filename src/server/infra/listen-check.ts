import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** The longest time for which the name in HOST is looked up. */
const TIMEOUT_MS = 5_000

/**
 * Returns a sentence if this process cannot listen at an address, before anything else is begun
 * that would need the address; undefined if it can.
 */
export async function findListenFault(address: Address): Promise<string | undefined> {
  const server = createServer()
  const timer = new AbortController()
  try {
    server.listen(address)
    const isLate = await Promise.race([
      once(server, 'listening').then(() => false),
      delay(TIMEOUT_MS, true, { signal: timer.signal }),
    ])
    return isLate ? describeListenFault(address, 'ETIMEDOUT') : undefined
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    const sentence = describeListenFault(address, String(error.code))
    if (sentence === undefined) throw error
    return sentence
  } finally {
    timer.abort()
    await new Promise((resolve) => server.close(resolve))
  }
}

interface Address {
  host: string
  port: number
}

/** Returns the sentence of a system's error code; undefined for one that no setting causes. */
export function describeListenFault({ host, port }: Address, code: string): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return 'PORT is taken: another program listens there already; stop it, or set PORT to a free one.'
    case 'EACCES':
    case 'EPERM':
      return `PORT cannot be ${port}: this user may not listen there; set PORT to one from 1024 on, and put a proxy in front.`
    case 'EADDRNOTAVAIL':
      return `HOST cannot be "${host}": it is no address of this machine; set HOST to 127.0.0.1, or to 0.0.0.0 for all of its addresses.`
    case 'EAFNOSUPPORT':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'ETIMEDOUT':
      return `HOST cannot be "${host}": the name leads to no address; set HOST to 127.0.0.1, or to 0.0.0.0 for all of this machine's addresses.`
    default:
      return undefined
  }
}
