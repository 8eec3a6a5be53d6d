import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import type { OwnPlace } from '#contract/own-place.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { serveApi, stubBrowserApis, type PageResponse } from '#tests/helpers/page/page.ts'
import { ShareDialog } from './share-dialog.tsx'
import { ShareRankButton } from './share-rank-button.tsx'

const LINK = `${location.origin}/?donation=d1`

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Renders in a browser with these ways to share, and no others. */
function openIn(browser: { share?: () => Promise<void>; writeText?: () => Promise<void> }) {
  const share = vi.fn<(invitation: ShareData) => Promise<void>>(browser.share)
  const writeText = vi.fn<(text: string) => Promise<void>>(browser.writeText)
  vi.stubGlobal('navigator', {
    ...(browser.share && { share }),
    ...(browser.writeText && { clipboard: { writeText } }),
  })
  render(<ShareRankButton donationId="d1" position={4} name="Ada" />)
  return { share, writeText }
}

const press = () => act(async () => screen.getByRole('button', { name: 'Share my rank' }).click())
const status = () => screen.getByRole('status').textContent
const link = () => screen.queryByLabelText<HTMLInputElement>('Copy this link:')

const done = () => Promise.resolve()
const fail = (name: string) => () => Promise.reject(new DOMException('No.', name))

test("the device's own sheet gets the challenge and the link, and no more is said", async () => {
  const { share } = openIn({ share: done, writeText: done })
  await press()
  expect(share).toHaveBeenCalledExactlyOnceWith({
    title: 'Ada, #4 on Donation Royale',
    text: 'I am #4 on Donation Royale. Can you beat me?',
    url: LINK,
  })
  expect(status()).toBe('')
})

test('a donor without a name shares a rank all the same', async () => {
  const share = vi.fn<(invitation: ShareData) => Promise<void>>(done)
  vi.stubGlobal('navigator', { share })
  render(<ShareRankButton donationId="d1" position={4} name={null} />)
  await press()
  expect(share.mock.lastCall?.[0].title).toBe('#4 on Donation Royale')
})

test('closing the sheet is no error: nothing is copied, and nothing said', async () => {
  const { writeText } = openIn({ share: fail('AbortError'), writeText: done })
  await press()
  expect(writeText).not.toHaveBeenCalled()
  expect(status()).toBe('')
  expect(link()).toBeNull()
})

test.each([
  ['has no sheet', {}],
  ['does not open its sheet', { share: fail('NotAllowedError') }],
])('where the browser %s the link is copied, which is said for a while', async (_, ways) => {
  const { writeText } = openIn({ ...ways, writeText: done })
  await press()
  expect(writeText).toHaveBeenCalledExactlyOnceWith(LINK)
  expect(status()).toBe('Link copied')
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(status()).toBe('')
})

test.each([
  ['refuses the clipboard', { writeText: fail('NotAllowedError') }],
  ['has no clipboard', {}],
])('where the browser %s the link is shown, selected', async (_, ways) => {
  openIn(ways)
  await press()
  expect(status()).toBe('')
  expect(link()?.value).toBe(LINK)
  expect(document.activeElement).toBe(link())
  expect(link()?.selectionEnd).toBe(LINK.length)
})

describe('where donors rank', () => {
  beforeEach(() => {
    stubBrowserApis()
    campaignStore.set({ ...DEFAULT_CAMPAIGN, boards: ['donors-all-time'] })
  })
  afterEach(() => campaignStore.set(DEFAULT_CAMPAIGN))

  const PLACE = { position: 4, amountCents: 900, above: null }
  const answer = (place: OwnPlace['place']): PageResponse => ({ body: { id: 'row', place } })

  /** Opens the dialog with this answer about one's own place. */
  async function open(own: PageResponse) {
    serveApi({ 'GET /api/boards/donors-all-time/own': own })
    const share = vi.fn<(invitation: ShareData) => Promise<void>>(done)
    vi.stubGlobal('navigator', { share })
    const sum = { board: 'donors-all-time' as const, position: 4, amountCents: 900 }
    await act(async () =>
      render(
        <ShareDialog donationId="d1" position={7} name="Anonymous" sum={sum} onClose={() => {}} />,
      ),
    )
    return share
  }

  const picture = () => screen.queryByAltText('The card that a shared link shows')

  test('the link and its card are of the donation that the row is named by', async () => {
    const share = await open(answer({ ...PLACE, linkedDonationId: 'd2' }))
    expect(picture()?.getAttribute('src')).toBe('/cards/donation/d2.png')
    await press()
    expect(share.mock.lastCall?.[0]).toEqual({
      title: '#4 of all donors with $9 on Donation Royale',
      text: 'I am #4 of all donors with $9 on Donation Royale. Can you beat me?',
      url: `${location.origin}/?donation=d2`,
    })
  })

  test.each<[string, OwnPlace['place'], string]>([
    [
      'anonymous alone',
      { ...PLACE, linkedDonationId: null },
      'You are shown as Anonymous, so no link can lead to your place.',
    ],
    [
      'not on the board',
      null,
      'Nothing of yours counts on the board now, so there is no place to share.',
    ],
  ])('whoever is %s is told why nothing can be shared', async (_, place, sentence) => {
    await open(answer(place))
    expect(screen.getByText(sentence)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Share my rank' })).toBeNull()
    expect(picture()).toBeNull()
  })

  test('while the server is away the donation itself is linked', async () => {
    const share = await open('unreachable')
    await press()
    expect(share.mock.lastCall?.[0].url).toBe(LINK)
  })
})
