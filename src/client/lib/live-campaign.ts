import type { Campaign } from '#contract/campaign.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import type { ChoiceList } from '#contract/choices.ts'
import type { LiveSums } from '#contract/live-sums.ts'
import type { MatchList } from '#contract/matches.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from './api.ts'
import { campaignStore, TEXTS_KEY } from './campaign.ts'
import { setLiveSums } from './live-sums.ts'
import { writeStorage } from './storage.ts'

/** Shows a campaign that was published just now: the page, its title and its colours. */
export function showCampaign(campaign: Campaign): void {
  campaignStore.set(campaign)
  document.title = campaign.title
  document.documentElement.dataset['palette'] = campaign.palette
  matchThemeColor()
  awaitDeadline()
}

/** Gives the document and the browser's own bars what the campaign came with, and its deadline. */
export function matchDocument(): void {
  const { title } = campaignStore.read()
  // The title of a shared link names a donor while the host has set none.
  if (title !== DEFAULT_CAMPAIGN.title) document.title = title
  matchThemeColor()
  awaitDeadline()
}

/** Fetches the campaign for a page that came without it, such as one that was kept for offline. */
export async function fetchMissingCampaign(): Promise<void> {
  if (campaignStore.isKnown) return
  try {
    showCampaign(await callApi<Campaign>(ROUTES.campaign))
  } catch {
    // The next connection of the live stream tries again.
  }
}

/** Stores who asks for what, for a visit without the server. What runs then is not known. */
export function rememberCampaign(): void {
  if (!campaignStore.isKnown) return
  const { title, cause, about, host, recipient, links, disclaimer, timeZone } = campaignStore.read()
  const texts = { title, cause, about, host, recipient, links, disclaimer, timeZone }
  writeStorage('browser', TEXTS_KEY, JSON.stringify(texts))
}

/**
 * Reads the campaign anew for a page that its live stream does not reach, with what its choices and
 * matches come to. The browser asks whether its copy of the campaign is still the right one, which
 * costs the server next to nothing. Rejects without a response.
 */
export async function refreshCampaign(signal: AbortSignal): Promise<void> {
  const call = { signal, cache: 'no-cache' } as const
  const campaign = await callApi<Campaign>(ROUTES.campaign, call)
  // Showing the same campaign would render all its parts again.
  const isNews = JSON.stringify(campaign) !== JSON.stringify(campaignStore.read())
  if (isNews || !campaignStore.isKnown) showCampaign(campaign)
  if (campaign.choices === undefined && campaign.matches === undefined) return
  const [{ version, choices }, { matches }] = await Promise.all([
    callApi<ChoiceList>(ROUTES.choices, { signal }),
    callApi<MatchList>(ROUTES.matches, { signal }),
  ])
  setLiveSums({ version, choices: toSums(choices), matches: toMatched(matches) })
}

function toSums(choices: ChoiceList['choices']): LiveSums['choices'] {
  const centsOf = ({ results }: ChoiceList['choices'][number]) =>
    results.map(({ amountCents }) => amountCents)
  return Object.fromEntries(choices.map((one) => [one.choice.id, centsOf(one)]))
}

function toMatched(matches: MatchList['matches']): LiveSums['matches'] {
  return Object.fromEntries(
    matches.map(({ match, countedCents, matchedCents }) => [
      match.id,
      { countedCents, matchedCents },
    ]),
  )
}

/** The longest delay of a timer, ms; browsers run a timer with a longer one at once. */
const MAX_DELAY_MS = 2 ** 31 - 1

let deadlineTimer: ReturnType<typeof setTimeout> | undefined

/** Renews the campaign when its deadline passes, so that the page closes by itself. */
function awaitDeadline(): void {
  clearTimeout(deadlineTimer)
  const campaign = campaignStore.read()
  if (campaign.deadline === null) return
  const leftMs = Date.parse(campaign.deadline) - Date.now()
  if (leftMs <= 0) return
  deadlineTimer = setTimeout(
    () => {
      campaignStore.set({ ...campaign })
      awaitDeadline()
    },
    Math.min(leftMs, MAX_DELAY_MS),
  )
}

function matchThemeColor(): void {
  const { backgroundColor } = getComputedStyle(document.documentElement)
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', backgroundColor)
}
