import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../helpers/network/free-port.ts'
import { startAppServer } from '../helpers/server/app-server.ts'
import { requireProgram } from '../helpers/server/program.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'royale-start-'))
  symlinkSync('loop', join(folder, 'loop'))
  spawnSync('mkfifo', [join(folder, 'pipe')])
})

afterAll(() => rmSync(folder, { recursive: true }))

/** Starts the program and returns its exit code and all that it printed; it is killed if it hangs. */
async function start(environment: Record<string, string>): Promise<[number | null, string]> {
  const { PATH } = process.env
  const given = { PATH, PAYMENTS: 'sandbox', PORT: `${await freePort()}`, DATA_DIR: folder }
  const program = await requireProgram()
  const { status, stdout, stderr } = spawnSync(program.executable, ['start'], {
    cwd: folder,
    env: { ...program.environment, ...given, ...environment },
    encoding: 'utf8',
    timeout: 60_000,
  })
  return [status, stdout + stderr]
}

/** Makes a data folder with such secrets, and returns its path. */
function withSecrets(name: string, text: string): string {
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'secrets.json'), text)
  return dataDir
}

const DAMAGED = /^The file \S+secrets\.json is damaged: put the one of a backup in its place, .*\n$/

test.each<[string, () => Record<string, string>, RegExp]>([
  ['a HOST that is no name', () => ({ HOST: 'nowhere.invalid' }), /^HOST cannot be "nowhere\.inv/],
  ['a HOST elsewhere', () => ({ HOST: '203.0.113.9' }), /^HOST cannot be .* no address of this ma/],
  ['secrets cut off', () => ({ DATA_DIR: withSecrets('cut', '{"authSec') }), DAMAGED],
  ['short secrets', () => ({ DATA_DIR: withSecrets('short', '{"authSecret":"x"}') }), DAMAGED],
  ['secrets of a wrong type', () => ({ DATA_DIR: withSecrets('type', '{"a":5}') }), DAMAGED],
  ['/dev/null', () => ({ DATA_DIR: '/dev/null' }), /^DATA_DIR is not a folder: \/dev\/null is/],
  ['/dev/full', () => ({ DATA_DIR: '/dev/full' }), /^DATA_DIR is not a folder: \/dev\/full is/],
  [
    'a pipe',
    () => ({ DATA_DIR: join(folder, 'pipe') }),
    /^DATA_DIR is not a folder: \S+pipe is in/,
  ],
  ['/proc', () => ({ DATA_DIR: '/proc' }), /^DATA_DIR cannot be "\/proc": no files can be made/],
  ['below /proc', () => ({ DATA_DIR: '/proc/x' }), /^DATA_DIR cannot be "\/proc\/x": no files can/],
  [
    'a loop',
    () => ({ DATA_DIR: join(folder, 'loop/x') }),
    /^DATA_DIR cannot be .* a loop of links/,
  ],
  [
    'a pipe as CAMPAIGN_FILE',
    () => ({ CAMPAIGN_FILE: join(folder, 'pipe') }),
    /^CAMPAIGN_FILE cannot be "\S+pipe": there is no such file that this user can read\.\n$/,
  ],
  [
    'live payments without mail',
    () => ({
      PAYMENTS: 'live',
      STRIPE_SECRET_KEY: `sk_live_${'a1B2c3D4'.repeat(3)}`,
      STRIPE_WEBHOOK_SECRET: `whsec_${'a1B2c3D4'.repeat(3)}`,
    }),
    /^SMTP_URL is missing: with live payments .*; or set WITHOUT_MAIL=yes to do without\.\n$/,
  ],
])('%s ends the start with one sentence', async (_what, environment, sentence) => {
  const [code, output] = await start(environment())
  expect(output).toMatch(sentence)
  expect(output.trimEnd().split('\n')).toHaveLength(1)
  expect(code).toBe(1)
})

test('without Redis the server starts, and says so once', async () => {
  const server = await startAppServer({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` })
  onTestFinished(server.stop)
  const findTold = () =>
    server
      .log()
      .split('\n')
      .filter((line) => line.includes('Redis'))
  await expect.poll(findTold).toHaveLength(1)
  const told = findTold()
  expect(told[0]).toContain('"reason":"connect ECONNREFUSED')
  expect(told[0]).toContain('Redis is out of reach: live updates of other nodes come some seconds')
  expect(told[0]).not.toContain('"stack"')
})
