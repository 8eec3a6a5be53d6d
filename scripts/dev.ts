import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** Two watchers side by side: Vite rebuilds the page, Node restarts the server. */
const WATCHERS: string[][] = [
  ['node_modules/vite/bin/vite.js', 'build', '--watch', '--logLevel=warn'],
  ['--watch', ...environmentFile(), 'src/server/main.ts'],
]

// What is built from here on is not what the stamp stands for.
rmSync(join(ROOT, 'dist/.page-stamp'), { force: true })
console.log('Page and server follow every change; Ctrl+C ends both.')
let isEnding = false
const children = WATCHERS.map(start)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => endAll(signal))
}

function environmentFile(): string[] {
  return existsSync(join(ROOT, '.env')) ? ['--env-file=.env'] : []
}

/** When one watcher ends, whatever the reason, the other goes too. */
function start(args: string[]): ChildProcess {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  child.once('exit', (code) => {
    if (!isEnding) process.exitCode = code ?? 1
    endAll('SIGTERM')
  })
  return child
}

function endAll(signal: NodeJS.Signals): void {
  isEnding = true
  for (const child of children) child.kill(signal)
}
