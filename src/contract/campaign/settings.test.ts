import { describe, expect, test } from 'vitest'
import { campaignChangeSchema, type CampaignChange } from './settings.ts'

const AMOUNTS = { minCents: 100, maxCents: 5_000, defaultCents: 500, chipsCents: [] }

/** Returns the sentence about a change that is refused. */
function refusalOf(change: object): string | undefined {
  return campaignChangeSchema.safeParse(change).error?.issues[0]?.message
}

function accept(change: object): CampaignChange {
  return campaignChangeSchema.parse(change)
}

test.each([
  [{ title: '' }, 'The title must have 1 to 60 characters.'],
  [{ title: 'x'.repeat(61) }, 'The title must have 1 to 60 characters.'],
  [{ title: 7 }, 'The title must be a text.'],
  [{ cause: 'x'.repeat(10_000) }, 'The cause must have at most 120 characters.'],
  [{ palette: 'beige' }, /^The palette must be one of galaxy, aurora, /],
  [{ open: 'yes' }, 'Donations are open (true) or closed (false).'],
  [{ deadline: 'soon' }, /^The deadline must be a time such as 2026-12-24T18:00/],
  [{ timeZone: 'Mars/Olympus' }, 'The time zone must be an IANA name such as Europe/Berlin.'],
  [{ timeZone: '+02:00' }, 'The time zone must be an IANA name such as Europe/Berlin.'],
  [{ spendingLimits: { dayCents: 99, weekCents: null } }, /^The limit a day for everybody must be/],
  [{ spendingLimits: { dayCents: 500 } }, /^The limit a week for everybody must be/],
  [{ quietWord: 'yes' }, 'The quiet word is on (true) or off (false).'],
  [{ crowns: 'yes' }, 'The crowns are on (true) or off (false).'],
  [{ boards: [] }, 'There must be at least one board.'],
  [{ boards: 'donors-week' }, 'The boards must be a list.'],
  [{ boards: ['donors-year'] }, /^Each board must be one of donations-all-time, /],
  [{ boards: ['donors-week', 'donors-week'] }, 'Each board may be there once.'],
  [{ picture: 'https://elsewhere.example/x.png' }, /^The picture must be the path of a picture/],
  [{ picture: '/pictures/../api/config' }, /^The picture must be the path of a picture/],
  [{ disclaimer: { points: [] } }, 'The disclaimer must have at least one point.'],
  [{ disclaimer: { points: [' '] } }, /^Each point of the disclaimer must have 1 to 300/],
  [{ recipient: { name: 'Hospital' } }, 'The contact of the recipient must be a text.'],
])('a wrong field is refused with a sentence: %j', (change, sentence) => {
  expect(refusalOf(change)).toMatch(sentence)
})

test('a field that does not exist is refused, so that no misspelling is lost', () => {
  expect(refusalOf({ tittle: 'Gala' })).toBeDefined()
})

describe('a link', () => {
  const links = (terms: unknown) => ({ links: { terms, privacy: null, imprint: null } })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'http://plain.example', 'terms', '//x.y'])(
    '%s is refused',
    (terms) => {
      expect(refusalOf(links(terms))).toBe(
        'The link to the terms must be an address that begins with https:// or mailto:.',
      )
    },
  )

  test.each(['https://charity.example/terms', 'mailto:host@charity.example'])(
    '%s is taken',
    (terms) => {
      expect(accept(links(terms)).links?.terms).toBe(terms)
    },
  )

  test('is none if it is empty', () => {
    expect(accept(links('')).links?.terms).toBeNull()
  })
})

describe('the amounts', () => {
  test.each([
    [{ minCents: 99 }, 'The smallest donation must be at least $1.00.'],
    [{ minCents: 100.5 }, 'The smallest donation must be a whole number of cents.'],
    [{ maxCents: 100_000_000 }, 'The largest donation must be at most $999,999.99.'],
    [{ minCents: 6_000 }, 'The smallest donation must not be above the largest.'],
    [{ defaultCents: 5_001 }, /^The default amount must lie between/],
    [{ chipsCents: [200, 5_001] }, /^Each suggested amount must lie between/],
    [{ chipsCents: [200, 200] }, 'Each suggested amount may be there once.'],
    [{ chipsCents: [200, 300, 400, 500, 600] }, 'There can be at most 4 suggested amounts.'],
  ])('%j are refused with a sentence', (wrong, sentence) => {
    expect(refusalOf({ amounts: { ...AMOUNTS, ...wrong } })).toMatch(sentence)
  })

  test('are suggested in ascending order', () => {
    const amounts = { ...AMOUNTS, chipsCents: [2_500, 500, 1_000] }
    expect(accept({ amounts }).amounts?.chipsCents).toEqual([500, 1_000, 2_500])
  })
})

describe('a text', () => {
  test('loses what nobody can see, and what turns the words around it', () => {
    const title = '  A\u0000\u202Eevil\u200B\u2066 \n gala\uFEFF '
    expect(accept({ title }).title).toBe('Aevil gala')
  })

  test('keeps markup, quotes, emoji and other scripts as text', () => {
    const title = `<b>"Æ"</b> =1+1 👨‍👩‍👧 مرحبا`
    expect(accept({ title }).title).toBe(title)
  })

  test('about the campaign keeps its paragraphs', () => {
    const about = 'One.\r\nStill one.\r\n\r\n\r\n\r\nTwo.  '
    expect(accept({ about }).about).toBe('One.\nStill one.\n\nTwo.')
  })
})
