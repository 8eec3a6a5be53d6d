import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CampaignChange } from '#contract/campaign/settings.ts'
import {
  createCampaign,
  type CampaignFile,
  type LiveCampaign,
} from '#server/features/campaign/campaign.ts'
import { findPicture, storePicture } from '#server/features/campaign/pictures/pictures-store.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const NOW = Date.UTC(2026, 10, 22)
const LIMITS = { minCents: 100, maxCents: 1_000_000, defaultCents: 500 }

describe.each(DATABASES)('the campaign on $name', ({ openTwice }) => {
  let databases: [Database, Database]
  let now: number
  let one: LiveCampaign
  let other: LiveCampaign

  beforeEach(async () => {
    databases = await openTwice()
    now = NOW
    ;[one, other] = [open(databases[0]), open(databases[1])]
    await Promise.all([one.load(), other.load()])
  })

  afterEach(async () => {
    await Promise.all([...new Set(databases)].map((database) => database.close()))
  })

  function open(database: Database, file?: CampaignFile): LiveCampaign {
    const logger = pino({ level: 'silent' })
    return createCampaign({
      database,
      bus: createMemoryBus(),
      limits: LIMITS,
      file,
      clock: () => now,
      logger,
    })
  }

  const publish = (node: LiveCampaign, base: number, change: CampaignChange) =>
    node.publish({ base, change, actor: { id: 'host-1', role: 'owner' } })

  test('before anything is published it has the defaults and the configured limits', () => {
    expect(one.current).toMatchObject({
      version: 0,
      title: 'Donation Royale',
      open: true,
      amounts: { minCents: 100, maxCents: 1_000_000, defaultCents: 500, chipsCents: [] },
    })
  })

  test('a publication on one node reaches the other, without a hint of the bus', async () => {
    other.start()
    await publish(one, 0, { title: 'Gala', open: false })
    expect(one.current).toMatchObject({ version: 1, title: 'Gala', open: false })
    await expect.poll(() => other.current).toEqual(one.current)
    other.close()
  })

  test('a change leaves the other fields as they were', async () => {
    await publish(one, 0, { title: 'Gala', cause: 'the hospital' })
    await publish(one, 1, { cause: 'the school' })
    expect(one.current).toMatchObject({ version: 2, title: 'Gala', cause: 'the school' })
  })

  test('the host chooses which boards exist, and in which order', async () => {
    expect(one.current.boards).toEqual(['donations-all-time'])
    await publish(one, 0, { boards: ['donors-week', 'donations-all-time'] })
    expect(one.current.boards).toEqual(['donors-week', 'donations-all-time'])
  })

  test('of two hosts who change the same version, one learns of the other', async () => {
    const tries = await Promise.allSettled([
      publish(one, 0, { title: 'Gala' }),
      publish(other, 0, { title: 'Ball' }),
    ])
    const refused = tries.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(1)
    expect(refused[0]).toMatchObject({ reason: { code: 'already-exists' } })
    const rows = await databases[0].reader.selectFrom('campaign_versions').selectAll().execute()
    expect(rows).toHaveLength(1)
  })

  test('a refused change is returned beside the current campaign, so that nothing is lost', async () => {
    await publish(one, 0, { title: 'Gala' })
    await expect(publish(other, 0, { title: 'Ball' })).rejects.toMatchObject({
      message: expect.stringContaining('has been changed since you opened it'),
      details: { current: { version: 1, title: 'Gala' }, yours: { title: 'Ball' } },
    })
  })

  test('the campaign of an earlier time is still known', async () => {
    await publish(one, 0, { recipient: { name: 'Hospital', contact: '' } })
    now += 1_000
    await publish(one, 1, { recipient: { name: 'School', contact: '' } })
    expect((await one.findAt(NOW)).recipient.name).toBe('Hospital')
    expect((await one.findAt(now)).recipient.name).toBe('School')
    expect(await one.findAt(NOW - 1)).toMatchObject({ version: 0, recipient: { name: '' } })
  })

  test('the same values again are no new version', async () => {
    await publish(one, 0, { title: 'Gala' })
    await publish(one, 1, { title: 'Gala' })
    expect(one.current.version).toBe(1)
  })

  test('no published version can be changed or deleted', async () => {
    await publish(one, 0, { title: 'Gala' })
    const { autocommit } = databases[0]
    const change = autocommit.updateTable('campaign_versions').set({ settings: '{}' })
    await expect(change.execute()).rejects.toBeInstanceOf(Error)
    await expect(autocommit.deleteFrom('campaign_versions').execute()).rejects.toBeInstanceOf(Error)
    const { settings } = await databases[0].reader
      .selectFrom('campaign_versions')
      .select('settings')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(settings)).toEqual({ title: 'Gala' })
  })

  test('points of its own have a version of their own, and the old ones theirs again', async () => {
    const { version, points } = one.current.disclaimer
    await publish(one, 0, { disclaimer: { points: ['Only this.'] } })
    const own = one.current.disclaimer
    expect(own).toMatchObject({ points: ['Only this.'] })
    expect(own.version).not.toBe(version)
    expect(own.version).toMatch(/^[\w-]{1,32}$/)
    await publish(one, 1, { disclaimer: { points } })
    expect(one.current.disclaimer).toEqual({ version, points })
  })

  test('a deadline without an offset is a time in the time zone of the campaign', async () => {
    await publish(one, 0, { timeZone: 'America/New_York', deadline: '2026-12-24T18:00' })
    expect(one.current.deadline).toBe('2026-12-24T23:00:00.000Z')
    await publish(one, 1, { deadline: '2026-07-04T18:00' })
    expect(one.current.deadline).toBe('2026-07-04T22:00:00.000Z')
    await publish(one, 2, { deadline: '2026-07-04T18:00:00+02:00' })
    expect(one.current.deadline).toBe('2026-07-04T16:00:00.000Z')
  })

  test('no donation begins when donations are closed, or from the deadline on', async () => {
    await publish(one, 0, { deadline: new Date(NOW + 1).toISOString() })
    one.requireDonation(500)
    now += 1
    expect(() => one.requireDonation(500)).toThrow('Donations are closed.')
    await publish(one, 1, { deadline: null })
    one.requireDonation(500)
    await publish(one, 2, { open: false })
    expect(() => one.requireDonation(500)).toThrow('Donations are closed.')
  })

  test('the largest donation cannot be above the configured one', async () => {
    const amounts = { minCents: 100, maxCents: 1_000_001, defaultCents: 500, chipsCents: [] }
    await expect(publish(one, 0, { amounts })).rejects.toThrow(
      "The largest donation can be at most $10,000.00: the server's MAX_DONATION_CENTS says so.",
    )
  })

  test('a limit for everybody leaves room for the smallest donation', async () => {
    const amounts = { minCents: 1_000, maxCents: 5_000, defaultCents: 1_000, chipsCents: [] }
    await publish(one, 0, { spendingLimits: { dayCents: null, weekCents: 900 } })
    await expect(publish(one, 1, { amounts })).rejects.toThrow(
      'The limit a week for everybody must not be below the smallest donation, $10.00: nobody could give anything.',
    )
    const spendingLimits = { dayCents: 999, weekCents: null }
    await expect(publish(one, 1, { amounts, spendingLimits })).rejects.toThrow('The limit a day')
    await publish(one, 1, { amounts, spendingLimits: { dayCents: 1_000, weekCents: null } })
  })

  test('the limits that others hold are always the current ones', async () => {
    const { limits } = one
    const amounts = { minCents: 200, maxCents: 900, defaultCents: 300, chipsCents: [400] }
    await publish(one, 0, { amounts })
    expect({ ...limits }).toEqual({ minCents: 200, maxCents: 900, defaultCents: 300 })
    expect(() => one.requireDonation(199)).toThrow('The smallest donation is $2.00.')
    expect(() => one.requireDonation(901)).toThrow('The largest donation is $9.00.')
  })

  test('a picture that one node has stored is whole on the other', async () => {
    const webp = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const hash = 'a'.repeat(64)
    const picture = { hash, webp, at: NOW, published: null }
    await databases[0].write(storePicture, picture)
    await databases[0].write(storePicture, picture)
    const found = await findPicture(databases[1].reader, hash)
    expect(Buffer.from(found ?? []).equals(webp)).toBe(true)
    expect(await findPicture(databases[1].reader, 'b'.repeat(64))).toBeUndefined()
  })

  describe('with a file', () => {
    const file: CampaignFile = {
      path: 'campaign.json',
      settings: { title: 'From the file', timeZone: 'Europe/Berlin', deadline: '2026-12-24T18:00' },
    }

    test('the file wins, its versions are kept as well, and the rest is of the console', async () => {
      await publish(one, 0, { title: 'Gala', cause: 'the hospital' })
      const node = open(databases[0], file)
      await node.load()
      const shown = { title: 'From the file', cause: 'the hospital' }
      expect(node.current).toMatchObject({
        ...shown,
        version: 2,
        deadline: '2026-12-24T17:00:00.000Z',
      })
      const again = open(databases[1], file)
      await again.load()
      expect(again.current).toEqual(node.current)
    })

    test('its fields are locked, and a whole campaign that has them unchanged is taken', async () => {
      const node = open(databases[0], file)
      await node.load()
      expect(node.toHostView()).toMatchObject({
        locked: ['title', 'deadline', 'timeZone'],
        file: 'campaign.json',
      })
      await expect(publish(node, 1, { title: 'Gala' })).rejects.toThrow(
        'The campaign file sets the field title: change it in campaign.json, then restart.',
      )
      await publish(node, 1, { title: 'From the file', cause: 'the school' })
      expect(node.current.cause).toBe('the school')
    })
  })
})
