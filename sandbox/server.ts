import { createServer } from 'node:net'
import Fastify from 'fastify'
import { createSandbox } from './main.ts'
import { PREFIX, type Sandbox, type SandboxOptions } from './options.ts'

export interface ListeningSandbox {
  /** The origin, without a trailing slash. */
  url: string
  sandbox: Sandbox
  close(): Promise<void>
}

/** Runs the sandbox as a server of its own, on loopback and a free port by default. */
export async function listenSandbox({
  port,
  host = '127.0.0.1',
  ...options
}: Omit<SandboxOptions, 'publicUrl'> & {
  port?: number
  host?: string
}): Promise<ListeningSandbox> {
  const ownPort = port ?? (await findFreePort(host))
  const url = `http://${host}:${ownPort}`
  const sandbox = createSandbox({ ...options, publicUrl: url })
  const app = Fastify({ forceCloseConnections: true })
  await app.register(sandbox.stripeApi)
  await app.register(sandbox.routes, { prefix: PREFIX })
  await app.listen({ port: ownPort, host })
  await sandbox.start()
  return {
    url,
    sandbox,
    close: async () => {
      await sandbox.close()
      await app.close()
    },
  }
}

/**
 * Finds a free port, which must be known before the routes are created, since the pages contain
 * their own URLs.
 */
async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
