import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Campaign } from '#contract/campaign.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { stubBrowserApis } from '#tests/helpers/page/page.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { showCampaign } from '#client/lib/live-campaign.ts'
import { Logo } from '#client/ui/logo.tsx'
import { Hero } from './hero.tsx'
import { PageFooter } from './page-footer.tsx'

const CALL = 'Think you can conquer the leaderboard? Donate NOW!'
const HOSTILE = '<script>alert(1)</script> "quoted" \u202Egnp'

beforeEach(() => {
  stubBrowserApis()
  campaignStore.set(DEFAULT_CAMPAIGN)
})

afterEach(() => {
  vi.useRealTimers()
})

function publish(changes: Partial<Campaign>): void {
  const campaign = campaignStore.read()
  act(() => showCampaign({ ...campaign, version: campaign.version + 1, ...changes }))
}

function openPage() {
  render(
    <>
      <Logo title={campaignStore.read().title} picture={null} markMedia="not all" />
      <Hero onDonate={() => {}} />
      <PageFooter />
    </>,
  )
}

const textOf = (element: Element | null) => element?.textContent.trim()
/** The person who asks, and the deadline. */
const line = () =>
  textOf(screen.getByRole('contentinfo').previousElementSibling?.lastElementChild ?? null)
const footer = () => textOf(screen.getByRole('contentinfo'))

test('before a host has said anything there is only one quiet line', () => {
  openPage()
  expect(footer()).toBe(`Powered by Donation Royale ${APP_VERSION}`)
  expect(screen.queryByText(/For|Run by|Donations/)).toBeNull()
  expect(screen.getByAltText('Donation Royale')).toBeDefined()
})

test('who asks for what stands under the question, as soon as it is published', () => {
  openPage()
  publish({ cause: 'the Lakeside animal shelter', host: 'Mara Lindqvist' })
  expect(line()).toBe('For the Lakeside animal shelter, run by Mara Lindqvist')
  publish({ cause: '' })
  expect(line()).toBe('Run by Mara Lindqvist')
  expect(screen.getByRole('button', { name: CALL })).toBeDefined()
})

test('the footer says who receives the money, with links that give nothing away', () => {
  openPage()
  publish({
    recipient: { name: 'Lakeside Animal Shelter', contact: 'mara@lakeside.example' },
    links: { terms: 'https://lakeside.example/terms', privacy: null, imprint: null },
  })
  expect(footer()).toBe(
    'All money goes to Lakeside Animal Shelter' +
      `mara@lakeside.exampleTermsPowered by Donation Royale ${APP_VERSION}`,
  )
  const links = screen.getAllByRole<HTMLAnchorElement>('link')
  expect(links.map(({ href, rel }) => ({ href, rel }))).toEqual([
    { href: 'mailto:mara@lakeside.example', rel: 'noopener noreferrer nofollow' },
    { href: 'https://lakeside.example/terms', rel: 'noopener noreferrer nofollow' },
  ])
})

test.each(['Call 555 0100', 'javascript:alert(1)', 'http://lakeside.example'])(
  'a contact that is no safe address is text: %s',
  (contact) => {
    openPage()
    publish({ recipient: { name: '', contact } })
    expect(footer()).toBe(`${contact}Powered by Donation Royale ${APP_VERSION}`)
    expect(screen.queryByRole('link')).toBeNull()
  },
)

test('hostile texts are text', () => {
  openPage()
  publish({ cause: HOSTILE, host: HOSTILE, recipient: { name: HOSTILE, contact: HOSTILE } })
  expect(document.querySelector('script')).toBeNull()
  expect(screen.getAllByText(HOSTILE).map(({ tagName }) => tagName)).toEqual(
    Array.from({ length: 4 }, () => 'BDI'),
  )
})

test('the title of the document, its colours and the bars of the browser follow', () => {
  openPage()
  publish({ title: 'Lakeside Cup', palette: 'ember' })
  expect(document.title).toBe('Lakeside Cup')
  expect(document.documentElement.dataset['palette']).toBe('ember')
})

test('a deadline is shown with its year, in the time zone of the campaign', () => {
  openPage()
  vi.setSystemTime('2026-11-22T12:00:00Z')
  publish({ deadline: '2026-12-24T17:00:00.000Z', timeZone: 'Europe/Berlin' })
  expect(line()).toMatch(/^Open until Dec 24, 2026.* 6:00\sPM \(Europe\/Berlin\)$/)
})

test('once donations are closed the page says so and offers none', () => {
  openPage()
  publish({ open: false })
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText('Donations are closed.')).toBeDefined()
  publish({ open: true })
  expect(screen.getByRole('button', { name: CALL })).toBeDefined()
})

test('donations close by themselves when the deadline passes', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22) })
  openPage()
  publish({ deadline: '2027-02-01T00:00:00.000Z' })
  expect(screen.getByRole('button', { name: CALL })).toBeDefined()
  act(() => void vi.advanceTimersByTime(71 * 86_400_000 - 1))
  expect(screen.getByRole('button', { name: CALL })).toBeDefined()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByText('Donations are closed.')).toBeDefined()
})

test('what the host has written is opened from the line', async () => {
  openPage()
  publish({ about: 'We feed cats.\n\nRead https://lakeside.example/cats.', host: 'Mara' })
  await act(async () => screen.getByRole('button', { name: 'About' }).click())
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('We feed cats.')
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://lakeside.example/cats')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a title of the host stands as text, with their picture', () => {
  render(<Logo title="Lakeside Cup" picture="/pictures/1.webp" markMedia="not all" />)
  expect(screen.getByText('Lakeside Cup')).toBeDefined()
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/pictures/1.webp')
})
