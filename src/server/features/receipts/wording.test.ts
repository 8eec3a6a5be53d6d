import { describe, expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { toHtml, toText, type Letter } from '#server/infra/mail/letter.ts'
import { writeReceipt, type ReceiptFacts } from './wording.ts'

function write(overrides: Partial<ReceiptFacts> = {}): Letter {
  return writeReceipt({
    kind: 'donation',
    amountCents: 123_456,
    donatedCents: 123_456,
    refundedCents: 0,
    countedCents: 123_456,
    donationId: '01a1fd88-d8ca-79ee-9916-213dde87a97f',
    donorName: 'Ada',
    isShown: true,
    isLive: true,
    bookedAt: Date.UTC(2026, 10, 21, 9, 5),
    boardUrl: 'https://royale.example',
    campaign: DEFAULT_CAMPAIGN,
    ...overrides,
  })
}

test('a receipt says what the money is for and who received it, as text', () => {
  const letter = write({
    campaign: {
      title: 'Gala',
      cause: 'the <i>hospital</i>',
      recipient: { name: 'Friends & Co', contact: 'hello@friends.example' },
    },
  })
  expect(toText(letter)).toMatch(/Received by +Friends & Co\n/)
  expect(toText(letter)).toMatch(/For +the <i>hospital<\/i>\n/)
  expect(toHtml(letter)).toContain('Friends &amp; Co')
  expect(toHtml(letter)).not.toContain('<i>')
})

test('a receipt says nothing of a recipient whom the host has not named', () => {
  expect(toText(write())).not.toContain('Received by')
})

const TAG = /<[!/]?[a-z][^>]*>/gi

const ENTITIES = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
])

const tagsOf = (letter: Letter) => toHtml(letter).match(TAG) ?? []

/** Returns the text of the HTML as a person reads it. */
function wordsOf(letter: Letter): string {
  return toHtml(letter)
    .replaceAll(TAG, ' ')
    .replaceAll(/&[^;]+;/g, (entity) => ENTITIES.get(entity) ?? entity)
    .replaceAll(/\s+/g, ' ')
}

describe('receipts', () => {
  test('a donation is thanked for, with what proves it', () => {
    const text = toText(write())
    expect(write().subject).toBe('Thank you for your donation of $1,234.56')
    expect(text).toMatch(/^Hello Ada,\n\nThank you for your donation of \$1,234\.56\.\n/)
    expect(text).toContain(
      [
        'Amount    $1,234.56',
        'Date      November 21, 2026 at 09:05 UTC',
        'Donation  01a1fd88-d8ca-79ee-9916-213dde87a97f',
      ].join('\n'),
    )
    expect(text).toContain('See the leaderboard: https://royale.example')
    expect(text).toContain('there are no refunds')
  })

  test('a donation without a name says that others do not see it', () => {
    expect(write().details).toMatch(/^It is in the Royale now\./)
    const { details } = write({ donorName: null, isShown: false })
    expect(details).toContain('It has come, and it counts.')
    expect(details).toContain('the leaderboard shows nothing of it to others')
    expect(details).not.toContain('in the Royale')
  })

  test('a donation that has gone back before its letter was sent is not in the Royale', () => {
    const { details } = write({ countedCents: 0, refundedCents: 123_456 })
    expect(details).toMatch(/^It no longer counts on the leaderboard\. As you have accepted:/)
  })

  test('a refund of a part says of what, and what is left', () => {
    const { subject, lead, details } = write({
      kind: 'refund',
      amountCents: 200,
      refundedCents: 200,
      countedCents: 123_256,
    })
    expect(subject).toBe('$2.00 is on its way back to you')
    expect(lead).toBe('$2.00 of your donation of $1,234.56 is on its way back to you.')
    expect(details).toContain(
      'On the leaderboard the donation counts with the $1,232.56 that is left of it.',
    )
  })

  test('the last of several refunds says that all went back', () => {
    const part = {
      kind: 'refund',
      amountCents: 200,
      refundedCents: 123_456,
      countedCents: 0,
    } as const
    expect(write(part).details).toContain(
      'All of it has gone back by now: the donation no longer counts on the leaderboard.',
    )
    expect(write(part).details).not.toContain('left')
  })

  test('a refund of a part of what is disputed does not say that all went back', () => {
    const part = { kind: 'refund', amountCents: 200, refundedCents: 200, countedCents: 0 } as const
    expect(write(part).details).toContain('The donation no longer counts on the leaderboard.')
    expect(write(part).details).not.toContain('All of it')
  })

  test('a refund of a part that nobody else sees does not speak of the leaderboard', () => {
    const part = { kind: 'refund', amountCents: 200, countedCents: 300, isShown: false } as const
    expect(write(part).details).toContain('The donation counts with the $3.00 that is left of it.')
    expect(write(part).details).not.toContain('leaderboard')
  })

  test('a refund of the whole says that the donation counts no longer', () => {
    const { lead, details } = write({ kind: 'refund', refundedCents: 123_456, countedCents: 0 })
    expect(lead).toBe('Your donation of $1,234.56 is on its way back to you.')
    expect(details).toContain('no longer counts')
  })

  test('a refund that failed says that the donation counts again', () => {
    const { subject, lead } = write({ kind: 'refund_reversal', amountCents: 200 })
    expect(subject).toBe('The refund of $2.00 could not be completed')
    expect(lead).toBe('The refund of $2.00 could not be completed; your donation counts again.')
    const disputed = write({ kind: 'refund_reversal', amountCents: 200, countedCents: 0 })
    expect(disputed.lead).toBe('The refund of $2.00 could not be completed.')
  })

  test.each(['donation', 'refund', 'refund_reversal'] as const)(
    'where no real money moved, a %s says so first',
    (kind) => {
      const letter = write({ kind, isLive: false })
      expect(letter.subject).toMatch(/^\[Test\] /)
      expect(toText(letter)).toMatch(/^Test mode: no real money moved\.\n/)
      expect(wordsOf(letter)).toContain('Test mode: no real money moved.')
      expect(toText(write({ kind }))).not.toMatch(/test/i)
    },
  )

  test('without a name nobody is named', () => {
    expect(toText(write({ donorName: null }))).toMatch(/^Hello,\n/)
  })
})

describe('the HTML of a receipt', () => {
  test('says what the text says, in a language, at the width of a phone', () => {
    const letter = write()
    const words = wordsOf(letter)
    expect(toHtml(letter)).toMatch(/^<!doctype html>\s*<html lang="en">/)
    expect(toHtml(letter)).toContain('<meta name="viewport" content="width=device-width,')
    expect(toHtml(letter)).toContain('href="https://royale.example"')
    for (const { label, value } of letter.facts) expect(words).toContain(`${label} ${value}`)
    for (const part of [letter.greeting, letter.lead, letter.details, letter.footer]) {
      expect(words).toContain(part)
    }
  })

  test('loads nothing from anywhere', () => {
    const tags = tagsOf(write()).join('\n')
    expect(tags).not.toMatch(/<(img|link|script|style|iframe)|src=|background=|url\(|@import/i)
  })
})

describe('names in receipts', () => {
  test.each([
    '<script>alert(1)</script>',
    '<b onmouseover=alert(1)>',
    '"><svg onload=alert(1)>',
    "' autofocus onfocus='alert(1)",
    '</td></table><h1>Free money</h1>',
    '&lt;script&gt;',
    '${alert(1)}',
    '<!-- ',
  ])('%s stays text', (donorName) => {
    const letter = write({ donorName })
    expect(tagsOf(letter)).toEqual(tagsOf(write()))
    expect(wordsOf(letter)).toContain(letter.greeting)
    expect(letter.subject).toBe(write().subject)
  })

  test.each(['https://evil.example', 'evil.example', 'WWW.EVIL.EXAMPLE', 'eve@evil.example'])(
    '%s would become a link, so nobody is named',
    (donorName) => {
      expect(write({ donorName }).greeting).toBe('Hello,')
    },
  )

  test.each([
    '<b onmouseover=alert(1)>',
    '&lt;Ada&gt;',
    '${Ada}',
    'Dr. Ada',
    'Zoë',
    'Jean-Luc',
    "O'Brien",
    'عائشة',
    '李',
    'Ada 🎉',
  ])('%s is greeted', (donorName) => {
    expect(write({ donorName }).greeting).toBe(`Hello ${donorName},`)
    expect(wordsOf(write({ donorName }))).toContain(`Hello ${donorName},`)
  })
})
