import { beforeEach, describe, expect, test } from 'vitest'
import type { Scene } from './cards/scene.ts'
import type { Podium } from './cards/top-card.ts'
import { RankPictures, TopPicture } from './pictures.ts'
import type { SharedRank } from './shared-ranks.ts'

let now: number
let painted: Scene[]
let isBroken: boolean
let reported: unknown[]

const deps = {
  clock: () => now,
  report: (error: unknown) => void reported.push(error),
  /** Paints after a turn of the event loop; the picture consists of the scene's texts. */
  paint: async (scene: Scene): Promise<Buffer> => {
    painted.push(scene)
    await new Promise(setImmediate)
    if (isBroken) throw new Error('no paint')
    return Buffer.from(scene.lines.map(({ text }) => text).join('|'))
  },
}

beforeEach(() => {
  now = 50_000
  painted = []
  isBroken = false
  reported = []
})

function podiumOf(name: string, amountCents = 500, tagline?: string): Podium {
  return { top: [{ name, amountCents }], total: { count: 1, amountCents }, tagline }
}

describe('the picture of the board', () => {
  let pictures: TopPicture

  beforeEach(() => {
    pictures = new TopPicture(deps)
  })

  const shown = async (name: string, amountCents?: number, tagline?: string) =>
    (await pictures.find(podiumOf(name, amountCents, tagline)))?.png.toString()

  test('is drawn once for all who ask at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 100 }, () => shown('Nova')))
    expect(painted).toHaveLength(1)
    expect(new Set(all).size).toBe(1)
    expect(all[0]).toContain('Nova')
  })

  test('is not drawn again while the board shows the same', async () => {
    await shown('Nova')
    now += 3_600_000
    await shown('Nova')
    expect(painted).toHaveLength(1)
  })

  test('of changed amounts is drawn ten seconds later, and until then the older one is there', async () => {
    await shown('Nova')
    now += 9_999
    expect(await shown('Nova', 700)).toContain('$5')
    expect(painted).toHaveLength(1)
    now += 1
    expect(await shown('Nova', 700)).toContain('$5')
    expect(painted).toHaveLength(2)
    await new Promise(setImmediate)
    expect(await shown('Nova', 700)).toContain('$7')
  })

  test('never shows a name that the board no longer shows', async () => {
    await shown('Offensive')
    expect(await shown('Anonymous')).toBeUndefined()
    now += 1_000
    const both = await Promise.all([shown('Anonymous'), shown('Anonymous')])
    for (const text of both) expect(text).toContain('Anonymous')
    expect(painted).toHaveLength(2)
  })

  test('is not the one with the name that is hidden while it is drawn', async () => {
    const drawing = shown('Offensive')
    expect(await shown('Anonymous')).toBeUndefined()
    expect(await drawing).toContain('Offensive')
  })

  test("never shows words that are no longer the campaign's", async () => {
    await shown('Nova', 500, 'For the old cause')
    expect(await shown('Nova', 500, 'For the new cause')).toBeUndefined()
    now += 1_000
    expect(await shown('Nova', 500, 'For the new cause')).toContain('For the new cause')
  })

  test('that cannot be drawn is reported once, and tried again ten seconds later', async () => {
    isBroken = true
    const asked = await Promise.allSettled([shown('Nova'), shown('Nova')])
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(reported).toHaveLength(1)
    expect(await shown('Nova')).toBeUndefined()
    isBroken = false
    now += 10_000
    expect(await shown('Nova')).toContain('Nova')
  })

  test('stays when the next one cannot be drawn', async () => {
    await shown('Nova')
    isBroken = true
    now += 10_000
    await shown('Nova', 700)
    await new Promise(setImmediate)
    expect(await shown('Nova', 700)).toContain('$5')
    expect(reported).toHaveLength(1)
  })
})

describe('the pictures of donations', () => {
  let pictures: RankPictures

  beforeEach(() => {
    pictures = new RankPictures(deps)
  })

  const rank: SharedRank = { name: 'Nova', amountCents: 500, position: 4, count: 10 }

  const shown = async (id: string, changes: Partial<SharedRank> = {}) =>
    (await pictures.find(id, { ...rank, ...changes }))?.png.toString()

  test('are drawn one a second over all donations', async () => {
    const all = await Promise.all(['a', 'b', 'c'].map((id) => shown(id)))
    expect(all.map((picture) => picture !== undefined)).toEqual([true, false, false])
    now += 1_000
    expect(await shown('b')).toContain('Nova')
    expect(painted).toHaveLength(2)
  })

  test('are kept while the donation stands where it stood, whoever else donates', async () => {
    await shown('a')
    now += 1_000
    await shown('a', { count: 11 })
    expect(painted).toHaveLength(1)
    expect(await shown('a', { position: 5 })).toContain('#5')
  })

  test('may be older ones until they may be drawn again', async () => {
    await shown('a')
    expect(await shown('a', { position: 5 })).toContain('#4')
  })

  test('are none rather than one with an earlier name', async () => {
    await shown('a', { name: 'Offensive' })
    expect(await shown('a', { name: 'Anonymous' })).toBeUndefined()
    now += 1_000
    expect(await shown('a', { name: 'Anonymous' })).toContain('Anonymous')
  })

  test('are dropped from the cache, the least recently used first', async () => {
    for (let count = 0; count < 51; count += 1) {
      await shown(`d${count}`)
      await shown('d0')
      now += 1_000
    }
    painted = []
    await shown('d0')
    await shown('d50')
    expect(painted).toHaveLength(0)
    await shown('d1')
    expect(painted).toHaveLength(1)
  })

  test('fail for whoever asked, and not for the next one', async () => {
    isBroken = true
    await expect(shown('a')).rejects.toThrow('no paint')
    isBroken = false
    now += 1_000
    expect(await shown('a')).toContain('Nova')
  })
})
