import { expect, test } from 'vitest'
import { previewMatch } from './match-texts.ts'

const TEXTS = { sponsor: 'Acme', rate: '50', cap: '500', endsAt: '' }

test('a draft is previewed as a match that runs once it has a sponsor, a rate and a cap', () => {
  expect(previewMatch(TEXTS)).toMatchObject({
    sponsor: 'Acme',
    ratePercent: 50,
    capCents: 50_000,
    over: false,
  })
  for (const wrong of [{ sponsor: ' ' }, { rate: '' }, { rate: '0' }, { cap: 'much' }]) {
    expect(previewMatch({ ...TEXTS, ...wrong })).toBeUndefined()
  }
})
