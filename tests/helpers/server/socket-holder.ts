import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { z } from 'zod'

/*
 * Holds a listening socket as systemd does, and runs programs at it, one after another as each ends:
 * `node socket-holder.ts PORT PROGRAM…`, or with `none` in the place of PORT without a socket. While a
 * program runs this process waits for it alone, so that it takes no connection itself.
 */

const [port, ...programs] = process.argv.slice(2)
const host = process.env['HELD_HOST'] ?? '127.0.0.1'
const backlog = 3_000
const sockets = port === 'none' ? [] : [await openSocket(Number(port))]
const script =
  sockets.length === 0
    ? 'echo "held pid $$"; exec "$1" start'
    : 'export LISTEN_PID=$$ LISTEN_FDS=1; echo "held pid $$"; exec "$1" start'

for (const program of programs) {
  const stdio = ['ignore', 'inherit', 'inherit', ...sockets] as const
  spawnSync('sh', ['-c', script, 'sh', program], { stdio: [...stdio] })
}
process.exit()

async function openSocket(number: number): Promise<number> {
  const server = createServer().listen({ host, port: number, backlog })
  await once(server, 'listening')
  // Node tells the descriptor of a socket nowhere else.
  return z.object({ fd: z.int() }).parse(Reflect.get(server, '_handle')).fd
}
