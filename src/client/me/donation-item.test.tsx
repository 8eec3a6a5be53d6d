import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { OwnPayment } from '#contract/me.ts'
import type { OwnTexts } from '#contract/texts.ts'
import { refusal, serveApi, type PageResponse } from '#tests/helpers/page/page.ts'
import { DonationItem } from './donation-item.tsx'

const TEXTS: OwnTexts = { displayName: 'Countess', anonymous: false, message: null, state: 'shown' }

function buildPayment(overrides: Partial<OwnPayment> = {}): OwnPayment {
  return {
    id: 'd1',
    name: 'Countess',
    amountCents: 500,
    timestamp: '2026-11-21T12:00:00.000Z',
    provider: 'stripe',
    state: 'counted',
    countedCents: 500,
    refundedCents: 0,
    position: 1,
    receiptNumber: 'd1',
    ...overrides,
  }
}

/** Returns what a donor reads of a donation with these texts, without its amount and buttons. */
function readTexts(texts: Partial<OwnTexts>, name: string | null = 'Countess'): string {
  const all = { ...TEXTS, ...texts }
  const message = all.message === null ? {} : { message: all.message }
  const payment = buildPayment({ name, ...message, texts: all })
  const { container, unmount } = render(<DonationItem payment={payment} onChanged={() => {}} />)
  const { textContent } = container
  unmount()
  return textContent.slice(textContent.indexOf('Place 1') + 7, textContent.indexOf('Receipt'))
}

test.each<[Partial<OwnTexts>, string]>([
  [{}, 'Shown as Countess'],
  [{ message: 'Hi' }, 'Shown as Countess“Hi”'],
  [{ state: 'waiting' }, 'Only you see CountessWaits for approvalUntil then others see “A donor”.'],
  [
    { state: 'waiting', message: 'Hi' },
    'Only you see CountessWaits for approval“Hi”Until then others see “A donor”, without the message.',
  ],
  [{ state: 'declined' }, 'Only you see CountessNot approvedOthers see “A donor”.'],
  [
    { state: 'message-declined', message: 'Hi' },
    'Shown as CountessMessage not approved“Hi”Others see your name, without the message.',
  ],
  [{ state: 'hidden' }, 'Only you see CountessHidden by the hostOthers see “A donor”.'],
])('of texts that are %j a donor reads what others see', (texts, sentence) => {
  expect(readTexts(texts)).toBe(sentence)
})

test('the message of an anonymous donation may wait too', () => {
  expect(readTexts({ anonymous: true, state: 'waiting', message: 'Hi' }, 'Anonymous')).toBe(
    'Shown as AnonymousWaits for approval“Hi”Until then others see “Anonymous”, without the message.',
  )
})

test('a payment without a name says how it gets onto the leaderboard', () => {
  expect(readTexts({ displayName: null }, null)).toBe(
    'The payment came without a name, so the leaderboard does not show it. Give it one below.',
  )
})

test.each<[Partial<OwnTexts>, string | null, string]>([
  [{ state: 'waiting' }, 'Countess', 'Given as CountessWaits for approval'],
  [{ state: 'declined' }, 'Countess', 'Given as CountessNot approved'],
  [{ state: 'hidden' }, 'Countess', 'Given as CountessHidden by the host'],
  [{}, 'Countess', 'Given as Countess'],
  [{ anonymous: true }, 'Anonymous', 'Given as Anonymous'],
])('of a donation whose money went back nobody is said to see %j', (texts, name, sentence) => {
  const payment = buildPayment({
    name,
    state: 'refunded',
    countedCents: 0,
    refundedCents: 500,
    position: null,
    texts: { ...TEXTS, ...texts },
  })
  const { container } = render(<DonationItem payment={payment} onChanged={() => {}} />)
  expect(container.textContent).toContain(
    `Card (Stripe)${sentence}The leaderboard does not show it.All of it went back`,
  )
})

test('texts of a donation whose money went back cannot be changed', () => {
  render(<DonationItem payment={buildPayment({ countedCents: 0 })} onChanged={() => {}} />)
  expect(screen.queryByRole('button', { name: /^Edit what is shown/ })).toBeNull()
})

describe('the form', () => {
  const PATCH = 'PATCH /api/donations/d1'

  async function openForm(
    texts: Partial<OwnTexts>,
    { messages = true, saved }: { messages?: boolean; saved?: PageResponse } = {},
  ) {
    const requests = serveApi({
      'GET /api/me/profile': { body: { displayName: null, messages } },
      ...(saved && { [PATCH]: saved }),
    })
    const user = userEvent.setup()
    const payment = buildPayment({ texts: { ...TEXTS, ...texts } })
    render(<DonationItem payment={payment} onChanged={() => {}} />)
    await user.click(screen.getByRole('button', { name: /^Edit what is shown of \$5\.00/ }))
    const name = await screen.findByRole('textbox', { name: 'Name shown with this donation' })
    return {
      user,
      name,
      sent: () => requests.flatMap(({ route, body }) => (route === PATCH ? [body] : [])),
    }
  }

  const answer = (state: OwnTexts['state']): PageResponse => ({
    body: { donation: { ...buildPayment(), texts: { ...TEXTS, state } } },
  })

  test.each<[OwnTexts['state'], string]>([
    ['shown', 'Saved.'],
    ['waiting', 'Saved. It waits for approval.'],
    ['declined', 'Saved, but not approved: only you see it.'],
    ['hidden', 'Saved. The host has hidden this donation’s name.'],
  ])('saves texts that are then %s, says so, and gives the focus back', async (state, sentence) => {
    const { user, name, sent } = await openForm({}, { saved: answer(state) })
    expect(document.activeElement).toBe(name)
    await user.clear(name)
    await user.type(name, 'Bo')
    await user.type(screen.getByRole('textbox', { name: /^Message/ }), 'Hi')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('status')).textContent).toBe(sentence)
    expect(sent()).toEqual([{ displayName: 'Bo', message: 'Hi' }])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Edit what/ }))
  })

  test('takes texts away, and sends no message where the host takes none', async () => {
    const { user, name, sent } = await openForm({}, { messages: false, saved: answer('shown') })
    expect(screen.queryByRole('textbox', { name: /^Message/ })).toBeNull()
    await user.clear(name)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByRole('status')
    expect(sent()).toEqual([{ displayName: null }])
  })

  test('offers to take a message back where the host takes no more', async () => {
    await openForm({ message: 'Hi' }, { messages: false })
    expect(screen.getByRole('textbox', { name: /^Message/ })).toHaveProperty('value', 'Hi')
  })

  test('says that nobody sees the name of an anonymous donation', async () => {
    const { name } = await openForm({ anonymous: true })
    const hint = document.getElementById(name.getAttribute('aria-describedby') ?? '')
    expect(hint?.textContent).toBe('Nobody sees it while the donation is shown as Anonymous.')
  })

  test('keeps what was written when it is refused, and says why', async () => {
    const refused = refusal('invalid-argument', 'The name can have 40 characters at most.')
    const { user, name } = await openForm({}, { saved: refused })
    await user.type(name, 'x'.repeat(41))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const message = await screen.findByRole('alert')
    expect(message.textContent).toBe('The name can have 40 characters at most.')
    expect(name.getAttribute('aria-invalid')).toBe('true')
    expect(name.getAttribute('aria-describedby')).toContain(message.id)
    expect(document.activeElement).toBe(name)
    expect(name).toHaveProperty('value', `Countess${'x'.repeat(41)}`)
  })

  test('can be tried again where it could not be loaded', async () => {
    serveApi({ 'GET /api/me/profile': 'unreachable' })
    const user = userEvent.setup()
    render(<DonationItem payment={buildPayment()} onChanged={() => {}} />)
    await user.click(screen.getByRole('button', { name: /^Edit what is shown/ }))
    await screen.findByRole('alert')
    serveApi({ 'GET /api/me/profile': { body: { displayName: null, messages: false } } })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('textbox', { name: /^Name/ })).toBeDefined()
  })
})
