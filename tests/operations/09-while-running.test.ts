import { expect, onTestFinished, test } from 'vitest'
import { ROUTES } from '#contract/routes.ts'
import { hasRedis, startRedis, stopRedis } from '../helpers/databases/redis.ts'
import { startMailServer } from '../helpers/mail/mail-server.ts'
import { freePort } from '../helpers/network/free-port.ts'
import { startAppServer, type AppServer } from '../helpers/server/app-server.ts'
import { signUp, type Donor } from '../helpers/server/donor.ts'
import { control } from '../helpers/server/embedded-sandbox.ts'

/** The sentences of what may go away while the server runs: when it does, and when it is back. */
const SENTENCES = {
  stripe: ['Stripe cannot be reached, fails or takes too long: donors are told', 'Stripe is back.'],
  paypal: ['PayPal cannot be reached, fails or takes too long: donors are told', 'PayPal is back.'],
  mail: [
    'The mail server cannot be reached or takes no mail: receipts wait in',
    'takes mail again.',
  ],
  redis: ['Redis is out of reach: live updates of other nodes come some seconds', 'Redis is back.'],
}

/** Returns how often each is told to be away and to be back. */
function count({ log }: AppServer) {
  const times = (sentence = '') => log().split(sentence).length - 1
  return Object.fromEntries(
    Object.entries(SENTENCES).map(([name, [away, back]]) => [name, [times(away), times(back)]]),
  )
}

/** Returns what is counted when all have gone as often; Redis goes nowhere where there is none. */
const each = (counts: [number, number]) => ({
  stripe: counts,
  paypal: counts,
  mail: counts,
  redis: hasRedis ? counts : [0, 0],
})

/** Starts Redis, which must be installed, and returns how to stop it. */
async function openRedis(port: number): Promise<() => Promise<void>> {
  const redis = await startRedis(port)
  return () => stopRedis(redis)
}

const skipped = hasRedis ? '' : ' (Redis was left out: no redis-server here)'

/** Begins a payment with each provider; returns the statuses of the answers. */
async function begin({ call }: Donor): Promise<number[]> {
  const body = '{"amountCents":500}'
  const answers = [ROUTES.createSession, ROUTES.orders].map((path) =>
    call(path, { method: 'POST', body }),
  )
  return (await Promise.all(answers)).map(({ status }) => status)
}

test(`what goes away is told once, with what to do, and once when it is back${skipped}`, async () => {
  const port = await freePort()
  let closeRedis = hasRedis ? await openRedis(port) : undefined
  let mail = await startMailServer()
  const REDIS_URL = hasRedis ? `redis://127.0.0.1:${port}` : undefined
  const server = await startAppServer({ REDIS_URL, SMTP_URL: mail.url })
  onTestFinished(async () => {
    await server.stop()
    await closeRedis?.()
    await mail.close()
  })
  const donor = await signUp(server.url)
  await expect.poll(() => mail.mailbox.length).toBe(1)
  const quiet = server.log()

  await closeRedis?.()
  await mail.close()
  await control(server, '/faults', { provider: 'stripe', fault: '500', times: 'always' })
  await control(server, '/faults', { provider: 'paypal', fault: 'cut', times: 'always' })
  await signUp(server.url)
  await signUp(server.url)
  for (let round = 0; round < 3; round += 1) expect(await begin(donor)).toEqual([503, 503])
  await expect.poll(() => count(server)).toEqual(each([1, 0]))

  if (hasRedis) closeRedis = await openRedis(port)
  mail = await startMailServer({ port: mail.port })
  await control(server, '/faults/clear', {})
  expect(await begin(donor)).toEqual([200, 200])
  // Waiting receipts go out by themselves.
  await expect.poll(() => mail.mailbox.length, { timeout: 15_000 }).toBe(2)
  await expect.poll(() => count(server), { timeout: 15_000 }).toEqual(each([1, 1]))

  const lines = server.log().slice(quiet.length).split('\n')
  expect(lines.filter((line) => /"level":[456]0/.test(line))).toHaveLength(hasRedis ? 4 : 3)
  expect(lines.filter((line) => line.includes('"stack"'))).toEqual([])
  expect(lines.find((line) => line.includes('Stripe is back'))).toMatch(/"since":".* It lasted \d/)
})
