import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { leaderboardPageSchema } from '#contract/leaderboard.ts'
import { freePort } from '../helpers/network/free-port.ts'
import { startAppServer, type AppServer } from '../helpers/server/app-server.ts'
import { signUp } from '../helpers/server/donor.ts'
import { runCommand } from '../helpers/server/run-command.ts'
import { mountTmpfs, MOUNT_OBSTACLE } from '../faults/mounts.ts'

let folder: string
let server: AppServer
/** A backup of the server, with a campaign file. */
let file: string
let campaignFile: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'royale-backup-'))
  campaignFile = join(folder, 'campaign.json')
  writeFileSync(campaignFile, JSON.stringify({ title: 'A well for Ada' }))
  server = await startAppServer({ CAMPAIGN_FILE: campaignFile })
  const donor = await signUp(server.url, 'ada@donor.example')
  await donor.fetchCheckout(await donor.payByCard(500))
  file = join(folder, 'royale.tar.zst')
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const backup = (to: string, dataDir = server.dataDir) =>
  runCommand({ ...server, dataDir }, 'backup', [to], { CAMPAIGN_FILE: campaignFile })

/** Restores into a new folder of that name, without asking the providers. */
const restore = (from: string, name: string, environment = {}) => {
  const dataDir = join(folder, name)
  return runCommand({ ...server, dataDir }, 'restore', [from, '--no-reconcile'], environment)
}

const filesIn = (path: string) => readdirSync(path).toSorted()

/** Expects a refusal of one sentence, and nothing where the data would be. */
async function expectRefusal(from: string, sentence: RegExp): Promise<void> {
  const { code, errors } = await restore(from, 'refused')
  expect(errors).toMatch(sentence)
  expect(errors.trimEnd()).not.toContain('\n')
  expect(code).toBe(1)
  expect(existsSync(join(folder, 'refused'))).toBe(false)
}

test('a backup of the running server is one private file with everything, and is restored whole', async () => {
  // The sandbox notes the deliveries of its events, and would change the file after the backup.
  await expect
    .poll(() => readFileSync(join(server.dataDir, 'sandbox.json'), 'utf8'))
    .toMatch(/^(?!.*"delivered":false).*"delivered":true/s)
  const made = await backup(file)
  expect(made.errors).toBe('')
  expect(made.output).toContain('1 donations of $5.00, 1 movements in the ledger.')
  expect(made.output).toMatch(/^Written and checked: .*royale\.tar\.zst, \d+\.\d MB\.$/m)
  expect(made.code).toBe(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(filesIn(folder)).toEqual(['campaign.json', 'royale.tar.zst'])

  const restored = await restore(file, 'whole')
  expect(restored.output).toContain('Nothing was reconciled.')
  expect(restored.output).toContain(`set CAMPAIGN_FILE to it.`)
  expect(restored.code).toBe(0)
  const dataDir = join(folder, 'whole')
  expect(filesIn(dataDir)).toEqual(['campaign.json', 'royale.db', 'sandbox.json', 'secrets.json'])
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  for (const name of ['secrets.json', 'sandbox.json']) {
    expect(readFileSync(join(dataDir, name))).toEqual(readFileSync(join(server.dataDir, name)))
  }
  const other = await startAppServer({ DATA_DIR: dataDir })
  onTestFinished(() => other.stop())
  const board = await fetch(`${other.url}/api/leaderboard`)
  expect(leaderboardPageSchema.parse(await board.json()).total).toEqual({
    count: 1,
    amountCents: 500,
  })
})

test('the campaign file returns to where CAMPAIGN_FILE expects it', async () => {
  const wanted = join(folder, 'settings/campaign.json')
  const { output } = await restore(file, 'campaign', { CAMPAIGN_FILE: wanted })
  expect(output).toContain(`The campaign's file was restored as ${wanted}.`)
  expect(readFileSync(wanted)).toEqual(readFileSync(campaignFile))
})

test('a backup that is restored and cannot be reconciled ends with 2, and says so', async () => {
  const place = { ...server, port: await freePort(), dataDir: join(folder, 'unreconciled') }
  const { code, output, errors } = await runCommand(place, 'restore', [file], {
    CAMPAIGN_FILE: folder,
  })
  expect(output).toContain('Restored and checked')
  expect({ code, errors }).toEqual({
    code: 2,
    errors: expect.stringMatching(/^The backup is restored, but nothing was reconciled\. \S/),
  })
})

test('a backup without a running server is the same', async () => {
  const dataDir = join(folder, 'quiet')
  cpSync(join(folder, 'campaign'), dataDir, { recursive: true })
  const { code, output } = await backup(join(folder, 'quiet.tar.zst'), dataDir)
  expect(output).toContain('1 donations of $5.00, 1 movements in the ledger.')
  expect(code).toBe(0)
})

test('nothing is overwritten: neither a backup nor a folder in use', async () => {
  const before = readFileSync(file)
  const again = await backup(file)
  expect(again.errors).toMatch(/royale\.tar\.zst exists already, and is not overwritten/)
  expect(again.code).toBe(1)
  expect(readFileSync(file)).toEqual(before)

  const used = join(folder, 'used')
  mkdirSync(used)
  writeFileSync(join(used, 'diary.txt'), 'mine')
  const refused = await restore(file, 'used')
  expect(refused.errors).toMatch(
    /used is not empty \(diary\.txt is in it\): set DATA_DIR to an empty folder/,
  )
  expect(refused.code).toBe(1)
  expect(filesIn(used)).toEqual(['diary.txt'])
})

test('a file that is cut off anywhere is refused', async () => {
  const whole = readFileSync(file)
  const cut = join(folder, 'cut')
  for (const share of [0, 0.01, 0.5, 0.99]) {
    writeFileSync(cut, whole.subarray(0, Math.floor(whole.length * share)))
    await expectRefusal(
      cut,
      /^.*cut is damaged, cut off, or no backup: .*\. Take another backup\.$/m,
    )
  }
})

test('a file with a flipped byte is refused', async () => {
  const flipped = join(folder, 'flipped')
  for (const share of [0, 0.1, 0.5, 0.95]) {
    const bytes = readFileSync(file)
    const at = Math.floor(bytes.length * share)
    bytes[at] = (bytes[at] ?? 0) ^ 0x10
    writeFileSync(flipped, bytes)
    await expectRefusal(flipped, /^.*flipped is damaged, cut off, or no backup: /)
  }
})

test('what is no backup, or not there, is refused', async () => {
  await expectRefusal(join(folder, 'nowhere'), /^There is no file .*nowhere\.$/m)
  await expectRefusal(campaignFile, /campaign\.json is damaged, cut off, or no backup: /)
})

test('a file that the user may not read is not called missing', () => {
  // Root may read everything; another user may not look into the folder of root's.
  const isRoot = process.getuid?.() === 0
  const closed = join(folder, 'closed.tar.zst')
  writeFileSync(closed, '', { mode: 0 })
  const { stderr } = spawnSync(
    process.execPath,
    ['src/commands/main.ts', 'restore', closed, '--no-reconcile'],
    {
      env: { PAYMENTS: 'sandbox', DATA_DIR: join(folder, 'refused') },
      encoding: 'utf8',
      ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
    },
  )
  expect(stderr).toMatch(
    /^This user may not read .*closed\.tar\.zst: put it into a folder of theirs/,
  )
})

/** Makes an archive from the files of a good one, with a changed manifest. */
function repack(change: (manifest: string) => string): string {
  const parts = join(folder, 'parts')
  const changed = join(folder, 'changed.tar.zst')
  rmSync(parts, { recursive: true, force: true })
  mkdirSync(parts)
  execFileSync('tar', ['--zstd', '-xf', file, '-C', parts])
  const manifest = join(parts, 'manifest.json')
  writeFileSync(manifest, change(readFileSync(manifest, 'utf8')))
  const names = ['manifest.json', ...filesIn(parts).filter((name) => name !== 'manifest.json')]
  execFileSync('tar', ['--zstd', '-cf', changed, '-C', parts, ...names])
  return changed
}

test('a backup of a newer schema is refused, and says which version is needed', async () => {
  const newer = repack((manifest) =>
    manifest.replace(/"schema": "[^"]*"/, '"schema": "9999-later"').replace('0.1.0', '7.0.0'),
  )
  await expectRefusal(
    newer,
    /of Donation Royale 7\.0\.0, whose database is newer than this program/,
  )
})

test('a backup whose sums are not those of its manifest is refused', async () => {
  const other = repack((manifest) => manifest.replace('"cents": 500', '"cents": 400'))
  await expectRefusal(other, /the counts and sums of its database are not those of its manifest/)
})

test('a disk that is full while backing up leaves no file', async ({ skip }) => {
  skip(MOUNT_OBSTACLE !== undefined, MOUNT_OBSTACLE)
  const place = join(folder, 'small')
  mkdirSync(place)
  const disk = mountTmpfs(place, 8)
  onTestFinished(() => disk.unmount())
  disk.fill()
  const full = await backup(join(place, 'full.tar.zst'))
  expect(full.errors).toMatch(/^The disk of .*small is full: free some space, then try again\.$/m)
  expect(full.code).toBe(1)
  disk.empty()
  expect(filesIn(place)).toEqual([])
  expect((await backup(join(place, 'full.tar.zst'))).code).toBe(0)
})

test('a backup that is killed half way leaves nothing that looks good, and the next one clears up', async () => {
  const dataDir = join(folder, 'stuck')
  const place = join(folder, 'killed')
  mkdirSync(place)
  cpSync(join(folder, 'campaign'), dataDir, { recursive: true })
  // Reading it waits for a writer, so that the backup stays half way.
  rmSync(join(dataDir, 'secrets.json'))
  execFileSync('mkfifo', [join(dataDir, 'secrets.json')])
  const child = spawn(process.execPath, ['src/commands/main.ts', 'backup', join(place, 'half')], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  const copy = join(place, '.donation-royale-unfinished/files/royale.db')
  while (!existsSync(copy)) await pause(20)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(filesIn(place)).toEqual(['.donation-royale-unfinished'])
  expect((await backup(join(place, 'next'))).code).toBe(0)
  expect(filesIn(place)).toEqual(['next'])
})
