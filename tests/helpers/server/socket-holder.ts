import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { z } from 'zod'

/*
 * Holds a listening socket as systemd does, and runs programs at it, one after another as each ends:
 * `node socket-holder.ts PORT PROGRAM…`. While a program runs this process waits for it alone, so
 * that it takes no connection itself.
 */

const [port, ...programs] = process.argv.slice(2)
const server = createServer().listen({ host: '127.0.0.1', port: Number(port) })
await once(server, 'listening')
// Node tells the descriptor of a socket nowhere else.
const { fd } = z.object({ fd: z.int() }).parse(Reflect.get(server, '_handle'))

for (const program of programs) {
  const script = 'export LISTEN_PID=$$ LISTEN_FDS=1; echo "held pid $$"; exec "$1" start'
  spawnSync('sh', ['-c', script, 'sh', program], { stdio: ['ignore', 'inherit', 'inherit', fd] })
}
process.exit()
