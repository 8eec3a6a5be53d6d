import { setTimeout as pause } from 'node:timers/promises'
import { startAppServer } from '#tests/helpers/server/app-server.ts'
import type { Figure } from '../figure.ts'
import { findListener, residentKilobytes } from './process-memory.ts'
import { gatherCrowd } from '../fixtures/viewers.ts'

const VIEWERS = 5_000
const REST_MS = 12_000

/** Measures the memory of the whole server, sandbox included, and of each viewer. */
export async function measureMemory(): Promise<Figure[]> {
  const server = await startAppServer({ LOG_LEVEL: 'warn' })
  try {
    const pid = findListener(server.port)
    await pause(REST_MS)
    const atRest = residentKilobytes(pid)
    // The first viewers also warm up the code.
    const first = await gatherCrowd(server.port, 500)
    await pause(2_000)
    const before = residentKilobytes(pid)
    const crowd = await gatherCrowd(server.port, VIEWERS)
    await pause(2_000)
    const perViewer = (residentKilobytes(pid) - before) / VIEWERS
    crowd.leave()
    first.leave()
    return [
      { name: 'memory at rest', value: atRest / 1000, unit: 'MB', limit: { atMost: 200 } },
      { name: 'memory a viewer', value: perViewer, unit: 'kB', limit: { atMost: 20 } },
    ]
  } finally {
    await server.stop()
  }
}
