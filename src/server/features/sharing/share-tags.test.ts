import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Campaign } from '#contract/campaign.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import {
  startLeaderboard,
  type StartedLeaderboard,
} from '#tests/helpers/live/started-leaderboard.ts'
import { writeShareTags } from './share-tags.ts'
import { SharedRanks } from './shared-ranks.ts'
import { createToldBoard } from './told-board.ts'

const publicUrl = 'https://royale.example'

let board: StartedLeaderboard
let ranks: SharedRanks
let now: number
let reported: unknown[]
let campaign: Campaign

beforeEach(async () => {
  board = await startLeaderboard()
  now = 50_000
  ranks = new SharedRanks({
    leaderboard: board.leaderboard,
    told: createToldBoard(board),
    clock: () => now,
    crownTitlesOf: async () => [],
  })
  reported = []
  campaign = DEFAULT_CAMPAIGN
})

afterEach(() => board.close())

/** Matches a title and empty elements with quoted attributes, and no other markup. */
const WELL_FORMED =
  /^<title>[^<>]*<\/title>(?:\s*<(?:meta|link)(?: (?:name|property|content|rel|href)="[^"<>]*")+ \/>)+$/

/** Returns the tags as a crawler reads them. */
async function read(donation?: unknown) {
  const report = (error: unknown) => void reported.push(error)
  const tags = await writeShareTags(
    { told: createToldBoard(board), ranks, campaign: { current: campaign }, publicUrl, report },
    donation,
  )
  expect(tags).toMatch(WELL_FORMED)
  const find = (pattern: RegExp) => unescape(pattern.exec(tags)?.[1] ?? '')
  return {
    title: find(/<title>(.*)<\/title>/),
    canonical: find(/rel="canonical" href="([^"]*)"/),
    content: (name: string) => find(new RegExp(`="${name}" content="([^"]*)"`)),
  }
}

const CHARACTERS: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

function unescape(markup: string): string {
  return markup.replaceAll(/&[^;]+;/g, (entity) => CHARACTERS[entity] ?? entity)
}

describe('a link to the board', () => {
  test('shows who leads, and a picture whose address changes with the board', async () => {
    await board.change(
      { id: 'a', name: 'Nova', amountCents: 125_000 },
      { id: 'b', amountCents: 500 },
    )
    const { title, content, canonical } = await read()
    expect(title).toBe('Donation Royale')
    expect(content('description')).toBe(
      'Nova leads with $1,250.00, among 2 donations. Think you can conquer the leaderboard?',
    )
    expect(canonical).toBe(`${publicUrl}/`)
    expect(content('og:url')).toBe(`${publicUrl}/`)
    expect(content('og:image')).toMatch(/^https:\/\/royale\.example\/cards\/top\.png\?v=[\w-]{10}$/)
    expect(content('og:image:alt')).toBe(
      'The first places: #1 Nova with $1,250.00, #2 Donor b with $5.00',
    )
    expect(content('twitter:card')).toBe('summary_large_image')
    expect(content('twitter:image')).toBe(content('og:image'))
  })

  test('names the campaign, its cause and who receives the money, whatever they are', async () => {
    campaign = {
      ...campaign,
      title: '"><script>alert(1)</script>',
      cause: "O'Hara & sons",
      recipient: { name: '<b>Hospital</b>', contact: '' },
    }
    const { title, content } = await read()
    expect(title).toBe(campaign.title)
    expect(content('og:site_name')).toBe(campaign.title)
    expect(content('description')).toContain(
      "For O'Hara & sons. <b>Hospital</b> receives the money. ",
    )
  })

  test('to an empty board invites the first one', async () => {
    const { content } = await read()
    expect(content('og:description')).toMatch(/^Be the first sun/)
  })

  test.each([
    ['an unknown donation', 'unknown'],
    ['what is no id', '"><script>alert(1)</script>'],
    ['two donations', ['a', 'b']],
    ['a refunded donation', 'refunded'],
    ['a donation without a name', 'nameless'],
  ])('is what a link with %s is', async (_what, donation) => {
    await board.change(
      { id: 'a', name: 'Nova', amountCents: 500 },
      { id: 'refunded', amountCents: 500 },
      { id: 'refunded', amountCents: 0 },
      { id: 'nameless', name: null, amountCents: 500 },
    )
    const { title, content } = await read(donation)
    expect(title).toBe('Donation Royale')
    expect(content('og:url')).toBe(`${publicUrl}/`)
    expect(content('og:title')).toBe('Donation Royale')
    expect(reported).toEqual([])
  })
})

describe("a link to a donor's rank", () => {
  test('shows the rank, and a picture whose address changes with it', async () => {
    await board.change({ id: 'a', amountCents: 900 }, { id: 'b', name: 'Nova', amountCents: 500 })
    const { title, content, canonical } = await read('b')
    expect(title).toBe('Nova is #2 on Donation Royale')
    expect(content('og:title')).toBe(title)
    expect(content('twitter:title')).toBe(title)
    expect(content('og:url')).toBe(`${publicUrl}/?donation=b`)
    expect(canonical).toBe(`${publicUrl}/`)
    const image = content('og:image')
    expect(image).toMatch(/^https:\/\/royale\.example\/cards\/donation\/b\.png\?v=/)
    await board.change({ id: 'c', amountCents: 700 })
    now += 1_000
    const addresses = [image, (await read('b')).content('og:image')]
    campaign = { ...campaign, cause: 'clean water' }
    addresses.push((await read('b')).content('og:image'))
    await board.change({ id: 'b', name: 'A donor', amountCents: 500 })
    now += 1_000
    addresses.push((await read('b')).content('og:image'))
    expect(new Set(addresses).size).toBe(4)
    expect((await read('b')).content('og:image')).toBe(addresses.at(-1))
  })

  test.each([
    '<script>alert(1)</script>',
    '</title><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'><svg onload=alert(1)>",
    '" onfocus=alert(1) autofocus x="',
    '<!--/share-tags--><b>',
    '&lt;b&gt;&quot;',
    '$& $1 $`',
    '__CSP_NONCE__',
    'javascript:alert(1)',
  ])('takes the name %j for text', async (name) => {
    await board.change({ id: 'a', name, amountCents: 500 })
    for (const { content } of [await read('a'), await read()]) {
      expect(content('og:image:alt')).toContain(name)
    }
    expect((await read('a')).title).toBe(`${name} is #1 on Donation Royale`)
  })

  test('keeps the direction of a name to itself', async () => {
    await board.change({ id: 'a', name: 'محمد', amountCents: 500 })
    expect((await read('a')).title).toBe('\u2068محمد\u2069 is #1 on Donation Royale')
  })

  test('describes the board while the rank cannot be read', async () => {
    await board.change({ id: 'a', name: 'Nova', amountCents: 500 })
    await board.leaderboard.close()
    expect((await read('a')).title).toBe('Donation Royale')
    expect(reported).toHaveLength(1)
  })
})

describe('where the host ranks donors', () => {
  beforeEach(async () => {
    board.campaign.current = { ...DEFAULT_CAMPAIGN, boards: ['donors-all-time'] }
    await board.change(
      { id: 'a', userId: 'Ada', name: 'Ada', amountCents: 500 },
      { id: 'b', userId: 'Bo', name: 'Bo', amountCents: 600 },
      { id: 'c', userId: 'Ada', name: 'Ada', amountCents: 400 },
      { id: 'd', userId: 'Bo', name: 'Anonymous', amountCents: 100 },
    )
  })

  test('a link to a donation tells the place and the sum of its donor', async () => {
    const { title, content } = await read('a')
    expect(title).toBe('Ada is #1 on Donation Royale')
    expect(content('description')).toMatch(/^With \$9\.00 in all, among 2 donors\./)
  })

  test('a link to an anonymous one does not tell its donor', async () => {
    const { title, content } = await read('d')
    expect(title).toBe('Donation Royale')
    expect(content('og:url')).toBe(`${publicUrl}/`)
  })

  test('a link to the board tells which donor leads', async () => {
    const { content } = await read()
    expect(content('description')).toMatch(/^Ada leads with \$9\.00, among 2 donors\./)
    expect(content('og:image:alt')).toBe('The first places: #1 Ada with $9.00, #2 Bo with $7.00')
  })
})
