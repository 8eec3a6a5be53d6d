import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * An address of this process alone, for its requests to itself. At a socket that outlives the process
 * they would wait for the next one while this one stops, and hold it.
 */
export interface OwnAddress {
  url: string
  /** Lets the server answer what comes to the address, until it stops. */
  serve(app: FastifyInstance): void
}

/** Opens such an address on the loopback interface. */
export async function openOwnAddress(): Promise<OwnAddress> {
  const server = createServer().listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    serve: (app) => {
      server.on('connection', (socket) => app.server.emit('connection', socket))
      app.addHook('preClose', async () => void server.close())
    },
  }
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('It does not listen.')
  return address.port
}
