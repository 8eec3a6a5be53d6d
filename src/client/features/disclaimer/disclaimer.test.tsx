import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { DISCLAIMER_VERSION, parseAcceptance } from '#contract/disclaimer.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { stubBrowserApis } from '#tests/helpers/page/page.ts'
import { hasAccepted, rememberAcceptance } from './acceptance.ts'
import { Disclaimer } from './disclaimer.tsx'

const NOW = new Date('2026-11-21T10:00:00.000Z')

beforeEach(() => {
  stubBrowserApis()
  campaignStore.set(DEFAULT_CAMPAIGN)
  document.cookie = 'disclaimer=; Max-Age=0; Path=/'
})

test('the disclaimer shows its five points', () => {
  render(<Disclaimer onAccept={() => {}} />)
  expect(screen.getAllByRole('listitem').map((point) => point.textContent)).toEqual([
    'This is not an investment platform.',
    'Use it at your own risk.',
    'There are no refunds.',
    'It is for entertainment only.',
    "Every deposit is the donor's own responsibility.",
  ])
})

test('it says who asks and for what, as text, once a host has', () => {
  const { rerender } = render(<Disclaimer key="before" onAccept={() => {}} />)
  expect(screen.queryByText(/run by/i)).toBeNull()
  const texts = { cause: 'a <b>new</b> lifeboat', host: 'The Quiz Club' }
  campaignStore.set({ ...DEFAULT_CAMPAIGN, ...texts })
  rerender(<Disclaimer key="after" onAccept={() => {}} />)
  expect(screen.getByText(/^Run by/).textContent).toBe('Run by The Quiz Club')
  expect(screen.getByText(/^For/).textContent).toBe('For a <b>new</b> lifeboat')
})

test('it says who gets the money before the points, and what a deposit is only with its own', () => {
  const { rerender } = render(<Disclaimer key="before" onAccept={() => {}} />)
  expect(screen.getByText(/“Deposit” means the same as “donation”/)).toBeDefined()
  campaignStore.set({
    ...DEFAULT_CAMPAIGN,
    recipient: { name: 'Skerry Point', contact: '' },
    disclaimer: { version: 'host-2', points: ['Be kind.'] },
  })
  rerender(<Disclaimer key="after" onAccept={() => {}} />)
  const money = screen.getByText(/All money goes to/)
  const point = screen.getByText('Be kind.')
  expect(money.compareDocumentPosition(point)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.queryByText(/“Deposit”/)).toBeNull()
})

test('points of the host replace the five, and ask again who has accepted those', () => {
  rememberAcceptance(NOW)
  const disclaimer = { version: 'host-2', points: ['Be kind.', '<b>Be fair.</b>'] }
  campaignStore.set({ ...DEFAULT_CAMPAIGN, disclaimer })
  expect(hasAccepted()).toBe(false)

  render(<Disclaimer onAccept={() => {}} />)
  expect(screen.getAllByRole('listitem').map((point) => point.textContent)).toEqual([
    'Be kind.',
    '<b>Be fair.</b>',
  ])
  rememberAcceptance(NOW)
  expect(parseAcceptance(document.cookie.slice('disclaimer='.length))?.version).toBe('host-2')
})

test('only the button accepts it', () => {
  const onAccept = vi.fn<() => void>()
  render(<Disclaimer onAccept={onAccept} />)
  const gate = screen.getByRole<HTMLDialogElement>('dialog')

  fireEvent(gate, new Event('cancel', { cancelable: true }))
  gate.close()
  expect(gate.open).toBe(true)
  expect(onAccept).not.toHaveBeenCalled()

  fireEvent.click(screen.getByRole('button', { name: 'I Understand' }))
  expect(onAccept).toHaveBeenCalledOnce()
})

test('an acceptance is remembered with its version and time, where the server can read it', () => {
  expect(hasAccepted()).toBe(false)
  rememberAcceptance(NOW)
  expect(hasAccepted()).toBe(true)
  expect(parseAcceptance(document.cookie.slice('disclaimer='.length))).toEqual({
    version: DISCLAIMER_VERSION,
    acceptedAt: NOW.toISOString(),
  })
})

test('another wording asks again', () => {
  document.cookie = `disclaimer=2020-01-01~${NOW.toISOString()}; Path=/`
  expect(hasAccepted()).toBe(false)
})

test.each(['', 'yes', '~', `${DISCLAIMER_VERSION}~soon`])(
  'a cookie that the page did not write is no acceptance: %j',
  (value) => {
    document.cookie = `disclaimer=${value}; Path=/`
    expect(hasAccepted()).toBe(false)
  },
)
