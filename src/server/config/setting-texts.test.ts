import { expect, test } from 'vitest'
import { parseConfig } from '../config.ts'
import { digestSettings, findChanged } from '#server/infra/setting-digests.ts'

const STRIPE = {
  PAYMENTS: 'test',
  STRIPE_SECRET_KEY: `sk_test_${'a1B2c3D4'.repeat(3)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${'a1B2c3D4'.repeat(3)}`,
}

const digest = (variables: Record<string, string>, key = 'a key') =>
  digestSettings(parseConfig(variables).settingTexts, key)

const compare = (before: Record<string, string>, now: Record<string, string>) =>
  findChanged(digest(before), digest(now))

test('settings that are changed, added or taken away are named', () => {
  expect(compare(STRIPE, STRIPE)).toEqual([])
  const key = `sk_test_${'z9Y8x7W6'.repeat(3)}`
  expect(compare(STRIPE, { ...STRIPE, STRIPE_SECRET_KEY: key })).toEqual(['STRIPE_SECRET_KEY'])
  const { PAYMENTS } = STRIPE
  expect(compare(STRIPE, { PAYMENTS: 'sandbox' })).toEqual([
    'PAYMENTS',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ])
  expect(compare({ ...STRIPE, PAYMENTS, SMTP_URL: 'smtp://one' }, STRIPE)).toEqual(['SMTP_URL'])
})

test('a default that is written out, and another name of the data folder, change nothing', () => {
  expect(compare({ DATA_DIR: './data' }, { DATA_DIR: '/srv/data', PORT: '3000' })).toEqual([])
})

test('a digest tells nothing without its key', () => {
  const digests = digest(STRIPE)
  expect(JSON.stringify(digests)).not.toContain('a1B2c3D4')
  expect(digest(STRIPE, 'another key')['STRIPE_SECRET_KEY']).not.toBe(digests['STRIPE_SECRET_KEY'])
})
