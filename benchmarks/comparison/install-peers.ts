import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const PEERS = join(import.meta.dirname, '../peers')

/** Installs the packages of the peers, which the product's own `npm ci` leaves out, on first use. */
export function installPeers(): void {
  // npm writes this file last.
  if (existsSync(join(PEERS, 'node_modules/.package-lock.json'))) return
  console.error('installing the peers …')
  const { status } = spawnSync('npm', ['ci'], {
    cwd: PEERS,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('The peers could not be installed.')
}
