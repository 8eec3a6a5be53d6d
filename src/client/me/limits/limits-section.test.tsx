import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { OwnLimits } from '#contract/spending.ts'
import { NO_LIMITS } from '#tests/helpers/page/own-limits.ts'
import { refusal, serveApi } from '#tests/helpers/page/page.ts'
import { LimitsSection } from './limits-section.tsx'

const TOMORROW = '2026-11-27T12:00:00.000Z'

const open = async (limits: Partial<OwnLimits> = {}, others = {}) => {
  const requests = serveApi({
    'GET /api/me/limits': { body: { ...NO_LIMITS, ...limits } },
    ...others,
  })
  render(<LimitsSection />)
  const day = await screen.findByRole('textbox', { name: 'Daily limit (USD)' })
  return { requests, day, user: userEvent.setup() }
}

describe('limits', () => {
  test('are saved in cents, and an empty field is none', async () => {
    const saved = { ...NO_LIMITS, day: { cents: 5_000, later: null } }
    const { requests, day, user } = await open({}, { 'PUT /api/me/limits': { body: saved } })
    await user.type(day, '$50')
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    expect(await screen.findByText('Saved.')).toBeDefined()
    expect(requests.at(-1)?.body).toEqual({ dayCents: 5_000, weekCents: null })
  })

  test.each([
    ['fifty', 'Please use digits and a point alone, such as 50.00.'],
    ['10.555', 'Please use at most two decimals, such as 5.25.'],
    ['-3', 'The amount cannot be negative.'],
  ])('are not sent while %j is no amount, and its field says why', async (text, problem) => {
    const { requests, day, user } = await open()
    await user.type(day, text)
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(problem)
    expect(document.activeElement).toBe(day)
    expect(requests).toHaveLength(1)
  })

  test('that the server refuses are told at their field', async () => {
    const sentence = 'The limit a day must be at least $1.00.'
    const refused = refusal('invalid-argument', sentence)
    const { day, user } = await open({}, { 'PUT /api/me/limits': refused })
    await user.type(day, '0.50')
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    expect(day.getAttribute('aria-invalid')).toBe('true')
  })

  test('that wait say what holds until when', async () => {
    const { day } = await open({ day: { cents: 5_000, later: { cents: null, from: TOMORROW } } })
    const hint = document.getElementById(day.getAttribute('aria-describedby') ?? '')
    expect(hint?.textContent).toMatch(/^\$50\.00 until .+\.$/)
  })

  test('name the time zone only where a time is told', async () => {
    await open()
    expect(screen.queryByText(/Times in/)).toBeNull()
    cleanup()
    await open({ week: { cents: null, later: { cents: 5_000, from: TOMORROW } } })
    expect(screen.getByText(/Times in/)).toBeDefined()
  })

  test('say how much is used and left, the host’s too', async () => {
    const left = { span: 'day', limitCents: 5_000, openCents: 0, leftCents: 2_000 } as const
    await open({
      left: [
        { ...left, isOwn: true, endsAt: TOMORROW },
        { ...left, span: 'week', isOwn: false, openCents: 500, endsAt: TOMORROW },
      ],
    })
    const facts = within(screen.getByRole('list')).getAllByRole('listitem')
    expect(facts.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^\$30\.00 of your \$50\.00 a day used, \$20\.00 left until .+\.$/),
      expect.stringMatching(
        /^\$30\.00 of the \$50\.00 a week that the host allows everybody used, \$5\.00 of it not paid yet, \$20\.00 left until .+\.$/,
      ),
    ])
  })
})

describe('a pause', () => {
  test('that runs comes before the limits', async () => {
    const { day } = await open({ pausedUntil: TOMORROW })
    const sentence = screen.getByText(/^Your donations are paused until/)
    expect(sentence.compareDocumentPosition(day)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('is asked for twice, and then says until when', async () => {
    const paused = { ...NO_LIMITS, pausedUntil: TOMORROW }
    const { requests, user } = await open({}, { 'POST /api/me/pause': { body: paused } })
    await user.click(screen.getByRole('button', { name: 'Pause for 24 hours' }))
    expect(requests).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Pause now' }))
    expect(
      await screen.findByText(/^Your donations are paused until .+\. Nobody can end it earlier\.$/),
    ).toBeDefined()
    expect(screen.queryByRole('button', { name: /pause/i })).toBeNull()
  })

  test('can be thought better of before it begins', async () => {
    const { requests, user } = await open()
    await user.click(screen.getByRole('button', { name: 'Pause for 24 hours' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('button', { name: 'Pause for 24 hours' })).toBeDefined()
    expect(requests).toHaveLength(1)
  })
})
