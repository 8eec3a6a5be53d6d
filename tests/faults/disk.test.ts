import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openViewer } from '../helpers/live/live-viewer.ts'
import { isConnectionError, readRefusal, signUpFaultDonor } from './fault-donor.ts'
import { openFaultHarness, type FaultHarness } from './fault-harness.ts'
import { mountTmpfs, MOUNT_OBSTACLE } from './mounts.ts'

/*
 * The real thing, where this machine allows it; what SQLite makes of it is also played, everywhere,
 * in storage-failure.test.ts.
 */

test('a disk that is full refuses donations, shows the board, and is well again by itself', async ({
  skip,
}) => {
  skip(MOUNT_OBSTACLE !== undefined, MOUNT_OBSTACLE)
  const folder = mkdtempSync(join(tmpdir(), 'royale-disk-'))
  const disk = mountTmpfs(folder, 8)
  onTestFinished(() => {
    disk.unmount()
    rmSync(folder, { recursive: true })
  })
  const harness = await openFaultHarness({ DATA_DIR: folder })
  onTestFinished(harness.close)
  const donor = await signUpFaultDonor(harness)
  await donor.fetchCheckout(await donor.payByCard(500))
  const viewer = await openViewer(`${harness.server.url}/api/leaderboard/live`)
  const orderId = await donor.approveUnreported(700)

  const refusal = await fillUntilRefused(disk.fill, () =>
    donor.call('/api/create-checkout-session', { method: 'POST', body: '{"amountCents":500}' }),
  )
  expect(refusal).toEqual({
    status: 503,
    code: 'unavailable',
    message: 'The server cannot save anything right now. Please try again in a moment.',
    retryAfter: '5',
  })
  const capture = await donor.call(`/api/paypal/orders/${orderId}/capture`, {
    method: 'POST',
    body: '{}',
  })
  expect(capture.status).toBe(503)
  expect((await harness.fetchBoard()).total.amountCents).toBe(500)
  await expect.poll(() => harness.server.log()).toContain('database or disk is full')

  disk.empty()
  expect((await donor.capture(orderId)).donation?.amountCents).toBe(700)
  await donor.fetchCheckout(await donor.payByCard(900))
  expect(await harness.waitUntilConsistent()).toEqual({ count: 3, amountCents: 2_100 })
  await expect.poll(() => viewer.events.at(-1)?.data.total.amountCents).toBe(2_100)
  viewer.leave()
})

/**
 * Fills the disk until a request is refused: the log's file may have free space, so that some
 * commits still fit on a full disk.
 */
async function fillUntilRefused(fill: () => void, ask: () => Promise<Response>) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    fill()
    const answer = await ask()
    if (!answer.ok) return readRefusal(answer)
  }
  throw new Error('The full disk was never noticed.')
}

test('an fsync that really fails ends the server, and the unacknowledged payment is booked afterwards', async ({
  skip,
}) => {
  skip(STRACE_OBSTACLE !== undefined, STRACE_OBSTACLE)
  const harness = await openFaultHarness()
  onTestFinished(harness.close)
  const donor = await signUpFaultDonor(harness)
  await donor.fetchCheckout(await donor.payByCard(500))
  const orderId = await donor.approveUnreported(700)
  const strace = await failSyncs(harness.server.pid())
  const answer = await donor.capture(orderId).catch((error: unknown) => error)
  expect(answer).toSatisfy(isConnectionError)
  expect(await harness.waitForExit()).toBe(70)
  await strace.ended
  const fatal = linesOfLevel(harness, 60)
  expect(fatal).toHaveLength(1)
  expect(fatal[0]).toContain('The disk has failed at a commit.')

  await harness.server.restart()
  expect((await donor.capture(orderId)).donation?.amountCents).toBe(700)
  expect(await harness.waitUntilConsistent()).toEqual({ count: 2, amountCents: 1_200 })
})

const STRACE_OBSTACLE = findObstacle()

function findObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'needs Linux, for strace'
  const { status } = spawnSync('strace', ['-qq', '-e', 'inject=sync:error=EIO', 'true'])
  return status === 0 ? undefined : 'needs strace, and the right to use it (ptrace)'
}

/** Makes every later attempt of the process to sync the disk fail. */
async function failSyncs(pid: number): Promise<{ ended: Promise<unknown> }> {
  const calls = 'fdatasync,fsync'
  const strace = spawn(
    'strace',
    ['-f', '-p', `${pid}`, '-e', `trace=${calls}`, '-e', `inject=${calls}:error=EIO`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(strace, 'exit')
  strace.stderr.resume()
  // It attaches to one thread after the other; the writer's is among the last.
  await expect.poll(() => countUntraced(pid)).toBe(0)
  return { ended }
}

/** Returns the number of threads of a process that nobody traces. */
function countUntraced(pid: number): number {
  const folder = `/proc/${pid}/task`
  const statuses = readdirSync(folder).map((id) => readFileSync(`${folder}/${id}/status`, 'utf8'))
  return statuses.filter((status) => /^TracerPid:\t0$/m.test(status)).length
}

function linesOfLevel({ server }: FaultHarness, level: number): string[] {
  return server
    .log()
    .split('\n')
    .filter((line) => line.startsWith(`{"level":${level},`))
}
