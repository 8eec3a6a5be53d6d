import { createServer, type AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { createSandbox } from './main.ts'
import { PREFIX, type Sandbox, type SandboxOptions } from './options.ts'

export interface ListeningSandbox {
  /** Origin, without a trailing slash. */
  url: string
  sandbox: Sandbox
  close(): Promise<void>
}

/** The sandbox as a server of its own, on a free port unless one is named. */
export async function listenSandbox({
  port,
  ...options
}: Omit<SandboxOptions, 'publicUrl'> & { port?: number }): Promise<ListeningSandbox> {
  const ownPort = port ?? (await findFreePort())
  const url = `http://127.0.0.1:${ownPort}`
  const sandbox = createSandbox({ ...options, publicUrl: url })
  const app = Fastify({ forceCloseConnections: true })
  await app.register(sandbox.stripeApi)
  await app.register(sandbox.routes, { prefix: PREFIX })
  await app.listen({ port: ownPort, host: '127.0.0.1' })
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
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
