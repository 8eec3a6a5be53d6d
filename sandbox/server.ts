import { createServer } from 'node:net'
import Fastify from 'fastify'
import { createSandbox } from './main.ts'
import { PREFIX, type Sandbox, type SandboxOptions } from './options.ts'

export interface ListeningSandbox {
  /** Origin, without a trailing slash. */
  url: string
  sandbox: Sandbox
  close(): Promise<void>
}

/** The sandbox as a server of its own: on loopback and a free port unless others are named. */
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

/** The pages carry their own address, so it must be known before the routes are made. */
async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
