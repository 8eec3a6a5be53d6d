import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { roundRequestSchema } from '#contract/host/rounds.ts'
import { OPERATOR } from '#server/features/audit/audit.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { createBoards } from '#server/features/leaderboard/boards/boards.ts'
import { createLeaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { createRound } from '#server/features/leaderboard/rounds/rounds-store.ts'
import { createEndTokens } from '#server/features/reminders/end-token.ts'
import { Reminders } from '#server/features/reminders/reminders.ts'
import { endReminders, beginReminders } from '#server/features/reminders/store.ts'
import { pauseDonor, setOwnLimits } from '#server/features/spending-limits/store.ts'
import type { Database } from '#server/infra/database/database.ts'
import { MailRefusedError, MailServerError, type Mail } from '#server/infra/mail/mailer.ts'
import { buildCapture, buildCheckout } from '../helpers/databases/builders.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NO_TEXTS = { texts: { displayName: null, anonymous: false, message: null } }
const logger = pino({ level: 'silent' })
const tokens = createEndTokens('a secret of these tests')

describe.each(DATABASES)('reminders on $name', ({ openTwice }) => {
  let databases: [Database, Database]
  let nodes: Reminders[]
  let closing: (() => Promise<void>)[]
  let sent: Mail[]
  let now: number
  let isConfirmed: boolean
  let failure: Error | undefined
  let campaign: { current: typeof DEFAULT_CAMPAIGN }

  beforeEach(async () => {
    databases = await openTwice()
    closing = []
    sent = []
    now = Date.UTC(2027, 0, 13, 12)
    isConfirmed = true
    failure = undefined
    campaign = { current: DEFAULT_CAMPAIGN }
    nodes = await Promise.all(databases.map(startNode))
  })

  afterEach(async () => {
    for (const close of closing) await close()
    await Promise.all([...new Set(databases)].map((database) => database.close()))
  })

  async function startNode(database: Database): Promise<Reminders> {
    const limits = { maxCents: 1_000_000 }
    const leaderboard = createLeaderboard({ database, payments: 'sandbox', limits, logger })
    await leaderboard.start()
    const clock = () => now
    const schedule = () => () => {}
    const boards = createBoards({
      database,
      leaderboard,
      campaign,
      limits,
      secret: 'a secret of these tests',
      clock,
      schedule,
      logger,
    })
    closing.push(
      () => boards.close(),
      () => leaderboard.close(),
    )
    return new Reminders({
      database,
      leaderboard,
      boards,
      campaign,
      mailer: {
        send: async (mail) => {
          if (failure !== undefined) throw failure
          sent.push(mail)
        },
        close: async () => {},
      },
      findRecipient: async (userId) =>
        userId === 'gone' ? undefined : { email: `${userId}@donor.example`, isConfirmed },
      tokens,
      publicUrl: 'https://royale.example',
      clock,
      schedule,
      logger,
    })
  }

  /** Gives an amount; returns a function that refunds it. */
  async function give(userId: string, amountCents: number, name = userId) {
    const checkout = {
      ...buildCheckout({ user_id: userId, amount_cents: amountCents }),
      created_at: now,
    }
    await databases[0].write(insertCheckouts, checkout)
    const capture = { ...buildCapture(checkout, { name, timestamp: now }), ...NO_TEXTS }
    await databases[0].write(bookCaptures, capture)
    const refund = { kind: 'refund' as const, objectId: `re_${checkout.id}`, amountCents }
    return () => databases[0].write(bookCaptures, { ...capture, movements: [refund] })
  }

  const turnOn = (userId: string) => databases[0].write(beginReminders, { userId, at: now })

  /** Polls on both nodes at once; returns what was sent since the last call. */
  async function poll(): Promise<Mail[]> {
    await Promise.all(nodes.map((node) => node.poll()))
    return sent.splice(0)
  }

  /** Lets Ada lead with $2.00, and Eve pass her. */
  async function passAda(name = 'Eve'): Promise<void> {
    await give('Ada', 200)
    await turnOn('Ada')
    expect(await poll()).toEqual([])
    await give('Eve', 300, name)
  }

  test('tell the place, who passed, and the exact amount to retake, once of all nodes', async () => {
    await passAda()
    const mails = await poll()
    expect(mails).toHaveLength(1)
    const [mail] = mails
    expect(mail).toMatchObject({
      to: 'Ada@donor.example',
      subject: '[Test] Somebody passed you: $3.01 to retake place 1',
      endUrl: `https://royale.example/reminders/end/${tokens.sign('Ada')}`,
    })
    expect(mail?.text).toContain('Eve has passed you with $3.00.')
    expect(mail?.text).toContain(
      'You were at place 1 and are at place 2 now, with $2.00. A donation of $3.01 would retake place 1, as the board is now.',
    )
    expect(mail?.text).toContain(`End these reminders: ${mail?.endUrl}`)
    expect(mail?.html).toContain(`href="${mail?.endUrl}"`)
    expect(await poll()).toEqual([])
  })

  test('tell of who passes right after they were turned on, and before the first poll', async () => {
    await give('Ada', 200)
    await nodes[0]?.turnOn('Ada')
    await give('Eve', 300)
    expect(await poll()).toHaveLength(1)
  })

  test('tell of who passes after they were turned on in a board that a round has advanced', async () => {
    await give('Ada', 200)
    const [startsAt, endsAt] = [now + DAY_MS, now + 2 * DAY_MS].map((at) =>
      new Date(at).toISOString(),
    )
    const request = roundRequestSchema.parse({ name: 'Heat', startsAt, endsAt })
    await databases[0].write(createRound, { request, livemode: 0, actor: OPERATOR, at: now })
    await nodes[0]?.turnOn('Ada')
    expect(await poll()).toEqual([])
    await give('Eve', 300)
    expect(await poll()).toHaveLength(1)
  })

  test('come at most once a day, and then say how it is', async () => {
    await passAda()
    expect(await poll()).toHaveLength(1)
    await give('Ada', 400)
    await poll()
    await give('Eve', 500)
    now += DAY_MS - 1
    expect(await poll()).toEqual([])
    now += 1
    const [mail] = await poll()
    expect(mail?.subject).toBe('[Test] Somebody passed you: $5.01 to retake place 1')
  })

  /** Lets Ada be third behind Bo and Cy, and nobody polls for a while. */
  async function standThird(): Promise<void> {
    await give('Bo', 900)
    await give('Cy', 500)
    await give('Ada', 200)
    await turnOn('Ada')
    expect(await poll()).toEqual([])
  }

  test('tell of a place that was taken and lost between two polls', async () => {
    await standThird()
    await give('Ada', 700)
    await give('Eve', 800)
    const [mail, ...others] = await poll()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('[Test] Somebody passed you: $8.01 to take place 2')
    expect(mail?.text).toContain('Eve has passed you with $8.00.')
    expect(mail?.text).toContain(
      'You are at place 3 now, with $7.00. A donation of $8.01 would take place 2, as the board is now.',
    )
    expect(await poll()).toEqual([])
  })

  test('claim no place that a refund alone would have given', async () => {
    const refundBo = await give('Bo', 900)
    await turnOn('Ada')
    await poll()
    await give('Ada', 700)
    await give('Eve', 800)
    await refundBo()
    const [mail] = await poll()
    expect(mail?.subject).toBe('[Test] Somebody passed you: $8.01 to take place 1')
    expect(mail?.text).toContain('Eve has passed you with $8.00.')
    expect(mail?.text).not.toContain('were at')
  })

  test('tell the place that was noted, though a refund has moved everybody since', async () => {
    const refundBo = await give('Bo', 900)
    await give('Ada', 700)
    await turnOn('Ada')
    await poll()
    await give('Eve', 800)
    await give('Cy', 750)
    await refundBo()
    const [mail] = await poll()
    expect(mail?.subject).toBe('[Test] Somebody passed you: $7.51 to retake place 2')
    expect(mail?.text).toContain('You were at place 2 and are at place 3 now')
  })

  test('tell of a first donation that was passed at once', async () => {
    await give('Bo', 900)
    await turnOn('Ada')
    await poll()
    await give('Ada', 200)
    await give('Eve', 300)
    const [mail] = await poll()
    expect(mail?.subject).toBe('[Test] Somebody passed you: $3.01 to take place 2')
  })

  test('do not come of who stood above, passed before they were on, or came in below', async () => {
    await give('Ada', 200)
    await give('Bo', 900)
    await turnOn('Ada')
    await give('Cy', 100)
    expect(await poll()).toEqual([])
    await give('Ada', 700)
    await give('Eve', 600)
    expect(await poll()).toEqual([])
    await give('Eve', 800)
    expect(await poll()).toHaveLength(1)
  })

  test('come to nobody who did not ask, and to nobody any more who ended them', async () => {
    await give('Ada', 200)
    await give('Eve', 300)
    expect(await poll()).toEqual([])
    await turnOn('Ada')
    await poll()
    await databases[1].write(endReminders, { userId: 'Ada', at: now })
    await give('Eve', 400)
    expect(await poll()).toEqual([])
  })

  test('do not come of one’s own donations, nor of a place that was lost by a refund', async () => {
    await give('Ada', 200)
    await turnOn('Ada')
    await poll()
    await give('Ada', 300)
    expect(await poll()).toEqual([])
  })

  test.each([
    ['who has paused', () => databases[0].write(pauseDonor, { userId: 'Ada', at: now })],
    [
      'who is at a limit',
      () =>
        databases[0].write(setOwnLimits, {
          userId: 'Ada',
          dayCents: 500,
          weekCents: null,
          at: now,
        }),
    ],
    ['whose email is not confirmed', async () => (isConfirmed = false)],
    [
      'while donations are closed',
      async () => Object.assign(campaign, { current: { ...DEFAULT_CAMPAIGN, open: false } }),
    ],
  ])('do not come to a donor %s', async (_name, arrange) => {
    await passAda()
    await arrange()
    expect(await poll()).toEqual([])
  })

  test('are not sent later of who passed while none could be sent', async () => {
    await passAda()
    campaign.current = { ...DEFAULT_CAMPAIGN, open: false }
    await poll()
    campaign.current = DEFAULT_CAMPAIGN
    expect(await poll()).toEqual([])
    await give('Ada', 400)
    await poll()
    await give('Eve', 500)
    expect(await poll()).toHaveLength(1)
  })

  test('tell after their day of a place that was taken and lost in it', async () => {
    await standThird()
    await give('Eve', 300)
    expect(await poll()).toHaveLength(1)
    await give('Ada', 700)
    await poll()
    await give('Eve', 800)
    await poll()
    now += DAY_MS
    const [mail] = await poll()
    expect(mail?.text).toContain('You were at place 2 and are at place 3 now, with $7.00.')
  })

  test('do not come to an account that is gone', async () => {
    await give('gone', 200)
    await turnOn('gone')
    await poll()
    await give('Eve', 300)
    expect(await poll()).toEqual([])
  })

  test('do not offer what nobody may give', async () => {
    await give('Ada', 200)
    await turnOn('Ada')
    await poll()
    await give('Eve', 1_000_000)
    expect(await poll()).toEqual([])
  })

  test.each([
    ['Anonymous', 'Somebody has passed you with $3.00.'],
    ['A donor', 'Somebody has passed you with $3.00.'],
    ['evil.example/x', 'Somebody has passed you with $3.00.'],
    ['Eve <b>', 'Eve <b> has passed you with $3.00.'],
  ])('name %s as mails may', async (name, sentence) => {
    await passAda(name)
    const [mail] = await poll()
    expect(mail?.text).toContain(sentence)
    expect(mail?.html).not.toContain('<b>')
  })

  test('wait for a mail server that is away, and come once', async () => {
    await passAda()
    failure = new MailServerError('away')
    expect(await poll()).toEqual([])
    failure = undefined
    expect(await poll()).toHaveLength(1)
    expect(await poll()).toEqual([])
  })

  test('are not tried again at an address that takes no mail', async () => {
    await passAda()
    failure = new MailRefusedError('no mailbox')
    await poll()
    failure = undefined
    expect(await poll()).toEqual([])
  })
  describe('where the host ranks donors', () => {
    beforeEach(() => {
      campaign.current = { ...DEFAULT_CAMPAIGN, boards: ['donors-all-time'] }
    })

    /** Lets Ada lead with $8.00 by two donations. */
    async function leadByTwo(): Promise<void> {
      await give('Ada', 500)
      await give('Ada', 300)
      await give('Eve', 400)
      await turnOn('Ada')
      expect(await poll()).toEqual([])
    }

    test('tell the sums, and what more takes the place back', async () => {
      await leadByTwo()
      await give('Eve', 550, 'Anonymous')
      const mails = await poll()
      expect(mails).toHaveLength(1)
      expect(mails[0]?.subject).toBe('[Test] Somebody passed you: $1.51 to retake place 1')
      expect(mails[0]?.text).toContain('Eve has passed you with $9.50 in all.')
      expect(mails[0]?.text).toContain(
        'You were at place 1 and are at place 2 now, with $8.00 in all. A donation of $1.51 would retake place 1, as the board is now.',
      )
    })

    test('tell of a place that a sum took and lost between two polls', async () => {
      await give('Bo', 2_000)
      await give('Cy', 1_000)
      await leadByTwo()
      await give('Ada', 300)
      await give('Eve', 900)
      const [mail] = await poll()
      expect(mail?.subject).toBe('[Test] Somebody passed you: $2.01 to take place 2')
      expect(mail?.text).toContain('You are at place 3 now, with $11.00 in all.')
    })

    test('do not come of a donation that is higher than one’s own, but passes no sum', async () => {
      await leadByTwo()
      await give('Bo', 700)
      expect(await poll()).toEqual([])
    })

    test('do not come of donors who stood above before they gave again', async () => {
      await give('Eve', 900)
      await leadByTwo()
      await give('Eve', 900)
      expect(await poll()).toEqual([])
    })

    test('offer the least that one can give where less would do', async () => {
      await leadByTwo()
      await give('Eve', 401)
      const [mail] = await poll()
      expect(mail?.subject).toBe('[Test] Somebody passed you: $1.00 to retake place 1')
    })

    test('tell the place on the board of now after the host has chosen another', async () => {
      campaign.current = DEFAULT_CAMPAIGN
      await give('Ada', 500)
      for (const name of ['Bo', 'Cy']) {
        await give(name, 300)
        await give(name, 300)
      }
      await turnOn('Ada')
      await poll()
      campaign.current = { ...DEFAULT_CAMPAIGN, boards: ['donors-all-time'] }
      await give('Eve', 550)
      const [mail] = await poll()
      expect(mail?.text).toContain('You are at place 4 now, with $5.00 in all. A donation of $1.00')
    })
  })
})
