import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Campaign } from '#contract/campaign.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import type { Choice } from '#contract/choices.ts'
import { buildConfig } from '#tests/helpers/page/config.ts'
import { serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { forgetConfig } from '#client/lib/config.ts'
import { setLiveSums } from '#client/lib/live-sums.ts'
import { DonatePanel } from '../donate-panel.tsx'
import { PaymentTracker } from '../tracking/payment-tracker.ts'

const CARD = 'POST /api/create-checkout-session'
const HOUR = 3_600_000

const at = (ms: number) => new Date(Date.now() + ms).toISOString()

function buildChoice(fields: Partial<Choice> = {}): Choice {
  return {
    id: 'c',
    question: 'Which name?',
    options: [
      { id: 'n', label: 'Nautilus' },
      { id: 'a', label: 'Argo' },
    ],
    opensAt: at(-HOUR),
    closesAt: at(HOUR),
    closedEarly: false,
    ...fields,
  }
}

beforeEach(() => {
  sessionStorage.clear()
  stubBrowserApis()
  forgetConfig()
})

afterEach(() => {
  campaignStore.set(DEFAULT_CAMPAIGN)
  setLiveSums(undefined)
})

const publish = (parts: Partial<Campaign>) =>
  act(() => campaignStore.set({ ...DEFAULT_CAMPAIGN, ...parts }))

async function openPanel(parts: Partial<Campaign>) {
  publish(parts)
  const requests = serveApi({
    'GET /api/config': { body: buildConfig() },
    'GET /api/choices': { body: { now: at(0), version: 1, choices: [] } },
    [CARD]: {
      status: 409,
      body: {
        error: {
          code: 'failed-precondition',
          message: 'The vote on “Which name?” has closed.',
          reason: 'VOTE_REFUSED',
          requestId: 'r1',
        },
      },
    },
  })
  await act(async () =>
    render(
      <Suspense>
        <DonatePanel focusRequested={false} onFocused={() => {}} payments={new PaymentTracker()} />
      </Suspense>,
    ),
  )
  const user = userEvent.setup()
  return {
    user,
    pay: () => user.click(screen.getByRole('button', { name: 'Donate with Stripe' })),
    posted: () => requests.filter(({ route }) => route === CARD).map(({ body }) => body),
  }
}

const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name })

test('nobody votes who has not chosen to', async () => {
  const { pay, posted } = await openPanel({ choices: [buildChoice()] })
  expect((await radio('No vote')).checked).toBe(true)
  await pay()
  expect(posted()).toEqual([{ amountCents: 500 }])
})

test('a donation votes for the chosen option, and a refusal says what to do', async () => {
  const { user, pay, posted } = await openPanel({ choices: [buildChoice()] })
  await user.click(await radio('Argo'))
  await pay()
  expect(posted()).toEqual([{ amountCents: 500, optionId: 'a' }])
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The vote on “Which name?” has closed. Vote again, or donate without a vote. Nothing was charged.',
  )
})

test('the dollars of each option are shown as they come', async () => {
  await openPanel({ choices: [buildChoice()] })
  await radio('Argo')
  act(() => setLiveSums({ version: 1, choices: { c: [700, 300] }, matches: {} }))
  expect(screen.getByText('$7.00')).toBeTruthy()
  expect(screen.getByText('70%')).toBeTruthy()
})

test('of many options five are shown, then all of them, and always the chosen one', async () => {
  const options = Array.from({ length: 12 }, (_, index) => ({ id: `o${index}`, label: `${index}` }))
  const { user } = await openPanel({ choices: [buildChoice({ options })] })
  await radio('4')
  expect(screen.getAllByRole('radio')).toHaveLength(1 + 5)
  await user.click(screen.getByRole('button', { name: 'All 12' }))
  expect(screen.getAllByRole('radio')).toHaveLength(1 + 12)
  expect(screen.queryByRole('button', { name: 'All 12' })).toBeNull()
})

test('a vote whose choice closes is taken back, and the donor reads it', async () => {
  const { user, pay, posted } = await openPanel({ choices: [buildChoice()] })
  await user.click(await radio('Nautilus'))
  publish({ choices: [buildChoice({ closesAt: at(-2_000) })] })
  expect(
    await screen.findByText('The vote has closed: a payment that begins now goes without one.'),
  ).toBeTruthy()
  publish({})
  await pay()
  expect(posted()).toEqual([{ amountCents: 500 }])
})

test('while somebody is at the panel a choice keeps its room when it closes, and none opens', async () => {
  const { user } = await openPanel({ choices: [buildChoice()] })
  await user.click(await radio('Nautilus'))
  const options = [{ id: 'r', label: 'Red' }]
  const next = buildChoice({ id: 'd', question: 'Which colour?', options })
  publish({ choices: [next] })
  expect(await screen.findByText('closed')).toBeTruthy()
  expect(screen.queryByText('Which colour?')).toBeNull()
  await user.click(await radio('Argo'))
  const [none, ...closed] = screen.getAllByRole<HTMLInputElement>('radio')
  expect(none?.checked).toBe(true)
  expect(closed.map(({ checked, ariaDisabled }) => [checked, ariaDisabled])).toEqual([
    [false, 'true'],
    [false, 'true'],
  ])
  await user.click(document.body)
  expect(await screen.findByText('Which colour?')).toBeTruthy()
  expect(screen.queryByText('Which name?')).toBeNull()
})

test('a choice that opens while somebody types comes after that', async () => {
  const { user } = await openPanel({})
  await user.type(screen.getByLabelText('Amount (USD)'), '7')
  publish({ choices: [buildChoice()] })
  await act(() => import('./vote-part.tsx'))
  expect(screen.queryByRole('radio')).toBeNull()
  await user.click(document.body)
  expect((await radio('Argo')).checked).toBe(false)
})

const ACME = {
  id: 'm',
  sponsor: 'Acme',
  ratePercent: 50,
  capCents: 1_000,
  startsAt: at(-HOUR),
  endsAt: at(HOUR),
  stoppedEarly: false,
  over: false,
}

test.each([
  [0, 'Acme adds $2.50'],
  [1_501, 'Acme adds $2.50, the last of its $10.00'],
  [1_901, 'Acme adds $0.50, the last of its $10.00'],
  [2_400, 'Acme has given all of its $10.00'],
])('with %i cents matched so far, a match says: %s', async (countedCents, sentence) => {
  await openPanel({ matches: [ACME] })
  const matchedCents = Math.min(1_000, Math.floor(countedCents / 2))
  act(() =>
    setLiveSums({ version: 1, choices: {}, matches: { m: { countedCents, matchedCents } } }),
  )
  const note = await screen.findByText(/Acme/)
  expect(note.closest('p')?.textContent).toBe(sentence)
  const field = screen.getByLabelText('Amount (USD)')
  expect(field.getAttribute('aria-describedby')?.split(' ')).toHaveLength(2)
})
