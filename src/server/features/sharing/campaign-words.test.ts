import { expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { writeTagline } from './campaign-words.ts'

test('a card asks the question until the host has said what the page is for', () => {
  expect(writeTagline(DEFAULT_CAMPAIGN)).toBe('Think you can conquer the leaderboard?')
})

test('a card names the campaign, its cause and its recipient', () => {
  const recipient = { name: 'Friends of the Hospital', contact: '' }
  expect(writeTagline({ title: 'Gala', cause: 'a new ward', recipient })).toBe(
    'Gala · for a new ward · to Friends of the Hospital',
  )
  expect(writeTagline({ ...DEFAULT_CAMPAIGN, cause: 'a new ward' })).toBe('for a new ward')
})
