import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'
import { quantile, type Figure } from '../figure.ts'
import { gatherCrowd } from '../fixtures/viewers.ts'

const SYNC_DELAY_US = 20_000
const VIEWERS = 50
const SERVER = join(import.meta.dirname, 'slow-disk-server.ts')
const CALLS = 'fsync,fdatasync'

const SLOW_DISK = [
  'strace',
  '--follow-forks',
  '--quiet=all',
  '--seccomp-bpf',
  '--output=/dev/null',
  `--trace=${CALLS}`,
  `--inject=${CALLS}:delay_enter=${SYNC_DELAY_US}`,
]

const readySchema = z.object({ port: z.int() })
const resultSchema = z.object({ perSecond: z.number() })

/** Measures the same load on this disk, and on one that takes 20 ms longer for every sync. */
export async function measureSlowDisk(): Promise<Figure[]> {
  if (spawnSync('strace', ['--version']).error !== undefined) {
    console.error('skipped: the slow disk is made by strace, which is not installed')
    return []
  }
  const fast = await measureDisk([])
  const slow = await measureDisk(SLOW_DISK)
  return [
    { name: 'booked to frame, p99, this disk', value: fast.frameMs, unit: 'ms' },
    { name: 'booked to frame, p99, syncs 20 ms slower', value: slow.frameMs, unit: 'ms' },
    {
      name: 'frames on the slow disk : on this one',
      value: slow.frameMs / fast.frameMs,
      unit: 'ratio',
      limit: { atMost: 2 },
    },
    {
      name: 'settled with syncs 20 ms slower, 64 in flight',
      value: slow.perSecond,
      unit: '/s',
      limit: { atLeast: 1_000 },
    },
  ]
}

async function measureDisk(wrapper: string[]): Promise<{ frameMs: number; perSecond: number }> {
  const [command = process.execPath, ...options] = wrapper
  const rest = wrapper.length > 0 ? [...options, process.execPath] : []
  const server = spawn(command, [...rest, SERVER], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const { port } = readySchema.parse(await nextMessage(server))
  const crowd = await gatherCrowd(port, VIEWERS)
  const ages: number[] = []
  crowd.onText((text) => {
    const now = Date.now()
    for (const [, time = ''] of text.matchAll(/"timestamp":"([^"]+)"/g)) {
      ages.push(now - Date.parse(time))
    }
  })
  server.send('go')
  await nextMessage(server)
  const watched = ages.slice()
  const { perSecond } = resultSchema.parse(await nextMessage(server))
  await once(server, 'exit')
  crowd.leave()
  return { frameMs: quantile(watched, 0.99), perSecond }
}

function nextMessage(server: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => server.once('message', resolve))
}
