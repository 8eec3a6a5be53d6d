import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import type { Profile } from '#contract/texts.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { forgetConfig } from '#client/lib/config.ts'
import { buildConfig } from '#tests/helpers/page/config.ts'
import { refusal, serveApi, stubBrowserApis, type PageResponse } from '#tests/helpers/page/page.ts'
import { DonatePanel } from '../donate-panel.tsx'

const CARD = 'POST /api/create-checkout-session'
beforeEach(() => {
  sessionStorage.clear()
  stubBrowserApis()
  forgetConfig()
  campaignStore.set(DEFAULT_CAMPAIGN)
})

type Told = Omit<Profile, 'holdsTexts'> & Partial<Profile>

async function openPanel(told: Told | 'unreachable', saved?: PageResponse) {
  const profile = told === 'unreachable' ? told : { holdsTexts: false, ...told }
  const requests = serveApi({
    'GET /api/config': { body: buildConfig({ payments: 'live' }) },
    'GET /api/me/profile': profile === 'unreachable' ? profile : { body: profile },
    [CARD]: refusal('unavailable', 'Not now.', 503),
    ...(saved && { 'PUT /api/me/profile': saved }),
  })
  await act(async () =>
    render(
      <Suspense>
        <DonatePanel focusRequested={false} onFocused={() => {}} />
      </Suspense>,
    ),
  )
  const user = userEvent.setup()
  return {
    user,
    sent: (route: string) => requests.filter((request) => request.route === route),
    pay: async () => {
      await user.click(screen.getByRole('button', { name: 'Donate with Stripe' }))
      await screen.findByText(/Not now\./)
      return requests.find(({ route }) => route === CARD)?.body
    },
  }
}

const panelText = () => screen.getByRole('region').textContent

test('before paying, a donor reads as whom they are shown, and that a receipt comes', async () => {
  const { pay } = await openPanel({ displayName: 'Ada', messages: false })
  expect(panelText()).toContain('Shown as Ada')
  expect(panelText()).toContain('A receipt is mailed.')
  // So it is shown also if the donor has changed the name on another device.
  expect(await pay()).toEqual({ amountCents: 500, displayName: 'Ada' })
})

test('without a chosen name the first name of the payment is announced', async () => {
  const { pay } = await openPanel({ displayName: null, messages: false })
  expect(panelText()).toContain('Shown as the first name that you pay with')
  expect(await pay()).toEqual({ amountCents: 500, displayName: null })
})

test('a name that could not be loaded can be asked for again, and stops no payment', async () => {
  const { user, pay } = await openPanel('unreachable')
  expect(panelText()).toContain('Shown as you chose. Your name could not be loaded.')
  expect(await pay()).toEqual({ amountCents: 500 })
  serveApi({ 'GET /api/me/profile': { body: { displayName: 'Ada', messages: false } } })
  await user.click(screen.getByRole('button', { name: 'Load my name' }))
  expect(await screen.findByText('Ada')).toBeDefined()
  expect(panelText()).not.toContain('could not be loaded')
})

test('anonymous is a choice for this donation', async () => {
  const { user, pay } = await openPanel({ displayName: 'Ada', messages: false })
  await user.click(screen.getByRole('checkbox', { name: 'Anonymous' }))
  expect(panelText()).toContain('Shown as Anonymous')
  expect(await pay()).toEqual({ amountCents: 500, anonymous: true })
})

test.each<[Told, string]>([
  [
    { displayName: 'Ada', messages: false, holdsTexts: true },
    'Your name is shown once the host has approved it. Until then others see “A donor”.',
  ],
  [
    { displayName: null, messages: true, holdsTexts: true },
    'Name and message are shown once the host has approved them. Until then others see “A donor”.',
  ],
])(
  'where every name waits for the host a donor is told before they pay',
  async (told, sentence) => {
    const { user } = await openPanel(told)
    expect(screen.getByText(sentence)).toBeDefined()
    await user.click(screen.getByRole('checkbox', { name: 'Anonymous' }))
    expect(panelText()).not.toContain('A donor')
    expect(panelText().includes('A message is shown once the host has approved it.')).toBe(
      told.messages,
    )
  },
)

test('where names are shown at once nothing is said of an approval', async () => {
  await openPanel({ displayName: 'Ada', messages: true })
  expect(panelText()).not.toContain('approved')
})

test('the name is changed in place, and kept', async () => {
  const { user, sent, pay } = await openPanel(
    { displayName: 'Ada', messages: false },
    { body: { displayName: 'Countess', messages: false } },
  )
  await user.click(screen.getByRole('button', { name: 'Change name' }))
  const field = screen.getByRole('textbox', { name: /Shown as/ })
  expect(document.activeElement).toBe(field)
  await user.clear(field)
  await user.type(field, 'Countess{Enter}')
  expect(sent('PUT /api/me/profile').map(({ body }) => body)).toEqual([{ displayName: 'Countess' }])
  expect(panelText()).toContain('Shown as Countess')
  expect(await pay()).toEqual({ amountCents: 500, displayName: 'Countess' })
})

test('a refused name is told, and stays to be corrected', async () => {
  const { user } = await openPanel(
    { displayName: null, messages: false },
    refusal('invalid-argument', 'The name can have 40 characters at most.'),
  )
  await user.click(screen.getByRole('button', { name: 'Change name' }))
  const field = screen.getByRole('textbox', { name: /Shown as/ })
  await user.type(field, 'x{Enter}')
  const message = await screen.findByRole('alert')
  expect(message.textContent).toBe(
    'The name can have 40 characters at most. The name was not changed.',
  )
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.getAttribute('aria-describedby')).toBe(message.id)
  expect(document.activeElement).toBe(field)
})

test('a message is offered only where the host allows it', async () => {
  await openPanel({ displayName: null, messages: false })
  expect(screen.queryByRole('textbox', { name: /Message/ })).toBeNull()
})

test('a message of 200 characters goes with the donation, an emoji counts as one', async () => {
  const { user, pay } = await openPanel({ displayName: null, messages: true })
  const field = screen.getByRole('textbox', { name: /Message/ })
  await user.click(field)
  await user.paste(`👩‍🚀${'x'.repeat(250)}`)
  expect(panelText()).toContain('0 of 200 characters left')
  const message = `👩‍🚀${'x'.repeat(199)}`
  expect(await pay()).toEqual({ amountCents: 500, displayName: null, message })
})
