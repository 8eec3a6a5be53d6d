import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
/**
 * The folders that the server reads; the built page is among them, since the server keeps it in
 * memory.
 */
const SERVER_READS = [
  'src/commands',
  'src/server',
  'src/contract',
  'sandbox',
  'dist/client',
  'dist/server',
]
/** The pause before a restart: a build or an editor writes several times in a row. */
const SETTLE_MS = 100

// Later builds differ from the sources that the stamp names.
rmSync(join(ROOT, 'dist/.page-stamp'), { force: true })
for (const folder of ['dist/client', 'dist/server']) {
  mkdirSync(join(ROOT, folder), { recursive: true })
}
console.log('The page is rebuilt and the server restarted with every change; Ctrl+C ends both.')

let server: ChildProcess | undefined
let isEnding = false

// Not `node --watch`: it reports imports through the same messages as the writer thread's.
let timer: NodeJS.Timeout | undefined
for (const folder of SERVER_READS) {
  watch(join(ROOT, folder), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => void restartServer(), SETTLE_MS)
  })
}

// Its first build starts the server.
const page = runNode(['node_modules/vite/bin/vite.js', 'build', '--watch', '--logLevel=warn'])

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void endAll())

async function restartServer(): Promise<void> {
  await end(server)
  if (isEnding) return
  server = startServer()
}

async function endAll(): Promise<void> {
  isEnding = true
  await Promise.all([end(server), end(page)])
  process.exit()
}

/**
 * Starts the server, which prints its URL or the error that stops it; the next change starts it
 * again.
 */
function startServer(): ChildProcess {
  return runNode(['src/commands/main.ts', 'start'])
}

function runNode(args: string[]): ChildProcess {
  return spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
