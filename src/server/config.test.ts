import { describe, expect, test } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_51HqK2eZ',
  STRIPE_WEBHOOK_SECRET: 'whsec_8sJd02kLmQpWzR4v',
}
const LIVE = {
  ...STRIPE,
  STRIPE_SECRET_KEY: 'sk_live_51HqK2eZ',
  SMTP_URL: 'smtp://localhost',
}
const PAYPAL = {
  PAYPAL_CLIENT_ID: 'AZDxjDScFpQtjWTOUtWKbyN',
  PAYPAL_CLIENT_SECRET: 'EGnHDxD_qRPdaLdZz8iCr8N7',
  PAYPAL_WEBHOOK_ID: '8PT597110X687430LKGECATA',
}
const PROXY = { TRUSTED_PROXIES: '127.0.0.1' }

describe('the environment', () => {
  test('an empty one is the embedded sandbox on port 3000', () => {
    const config = parseConfig({})
    expect(config.providerKeys).toEqual({})
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      dataDir: './data',
      payments: 'sandbox',
      limits: { minCents: 100, maxCents: 1_000_000, defaultCents: 500 },
    })
  })

  test('an empty value counts as none', () => {
    expect(parseConfig({ PORT: '', STRIPE_SECRET_KEY: '' })).toMatchObject({
      port: 3000,
      payments: 'sandbox',
    })
  })

  test('backups are scheduled once a folder is named', () => {
    const hour = 60 * 60 * 1000
    expect(parseConfig({}).backupSchedule).toBeUndefined()
    const folder = '/backups'
    const everyMs = 24 * hour
    expect(parseConfig({ BACKUP_DIR: folder }).backupSchedule).toEqual({ folder, everyMs })
    const weekly = parseConfig({ BACKUP_DIR: folder, BACKUP_EVERY: '7d' }).backupSchedule
    expect(weekly).toEqual({ folder, everyMs: 7 * everyMs })
  })

  test('the mode is read off the Stripe key', () => {
    expect(parseConfig(STRIPE).payments).toBe('test')
    expect(parseConfig(LIVE).payments).toBe('live')
  })

  test('the public address loses its trailing slash', () => {
    const slashed = { ...LIVE, ...PROXY, PUBLIC_URL: 'https://royale.example/' }
    expect(parseConfig(slashed).publicUrl).toBe('https://royale.example')
  })

  test.each([
    ['a port that is none', { PORT: 'eighty' }, /^PORT cannot be "eighty": it must be a port/],
    ['a port out of range', { PORT: '70000' }, /^PORT cannot be "70000"/],
    ['a public address with a path', { PUBLIC_URL: 'https://a.example/x' }, /^PUBLIC_URL cannot/],
    [
      'a test double of Stripe with a path',
      { STRIPE_API_BASE: 'http://127.0.0.1:4000/stripe' },
      /^STRIPE_API_BASE cannot be .* an address without a path/,
    ],
    [
      'an odd time between backups',
      { BACKUP_EVERY: 'daily' },
      /^BACKUP_EVERY cannot be "daily": .* 24h or 7d/,
    ],
    ['a long time between backups', { BACKUP_EVERY: '31d' }, /^BACKUP_EVERY cannot be "31d"/],
    ['a time without a folder', { BACKUP_EVERY: '6h' }, /^BACKUP_DIR is missing/],
    [
      'backups inside of the data folder',
      { BACKUP_DIR: './data/backups' },
      /^BACKUP_DIR cannot be ".*": it must be outside of DATA_DIR/,
    ],
    ['an unknown database', { DATABASE_URL: 'mysql://x/y' }, /^DATABASE_URL cannot be what it is/],
    ['a mail server that is none', { SMTP_URL: 'http://x' }, /^SMTP_URL cannot be what it is set/],
    ['a mail server without a host', { SMTP_URL: 'smtp:x' }, /^SMTP_URL cannot be what it is set/],
    ['a short secret', { AUTH_SECRET: 'short' }, /^AUTH_SECRET cannot be what it is set to/],
    ['a proxy that is no address', { TRUSTED_PROXIES: 'proxy' }, /^TRUSTED_PROXIES cannot be/],
    ['a proxy range that is too wide', { TRUSTED_PROXIES: '10.0.0.0/99' }, /^TRUSTED_PROXIES/],
    [
      'a contact that is no address to write to',
      { SECURITY_CONTACT: 'security@royale.example' },
      /^SECURITY_CONTACT cannot be "security@royale.example": it must be where to report/,
    ],
    [
      'a contact that would add a line to security.txt',
      { SECURITY_CONTACT: 'mailto:a@b.example\nContact: mailto:x@evil.example' },
      /^SECURITY_CONTACT cannot be/,
    ],
    [
      'an access log that is a folder',
      { ACCESS_LOG: './logs/' },
      /^ACCESS_LOG cannot be ".\/logs\/": it must be a file/,
    ],
    [
      'an access log without end',
      { ACCESS_LOG_DAYS: '0' },
      /^ACCESS_LOG_DAYS cannot be "0": it must be a number of days from 1 to 3650/,
    ],
    ['an unknown mode', { PAYMENTS: 'real' }, /^PAYMENTS cannot be "real"/],
    ['a live mode without keys', { PAYMENTS: 'live' }, /^PAYMENTS cannot be "live" without keys/],
    [
      'a sandbox beside a live key',
      { ...LIVE, PAYMENTS: 'sandbox' },
      /^PAYMENTS cannot be "sandbox" beside a live key/,
    ],
    [
      'a live mode with a test key',
      { ...STRIPE, PAYMENTS: 'live' },
      /^PAYMENTS cannot be "live" beside a test key/,
    ],
    [
      'Stripe without its webhook secret',
      { ...STRIPE, STRIPE_WEBHOOK_SECRET: undefined },
      /^STRIPE_WEBHOOK_SECRET is missing/,
    ],
    [
      'Stripe with an empty webhook secret',
      { ...STRIPE, STRIPE_WEBHOOK_SECRET: '' },
      /^STRIPE_WEBHOOK_SECRET is missing/,
    ],
    [
      'PayPal without its webhook id',
      { ...PAYPAL, PAYPAL_WEBHOOK_ID: '', PAYMENTS: 'test' },
      /^PAYPAL_WEBHOOK_ID is missing/,
    ],
    ['PayPal without a mode', PAYPAL, /^PAYMENTS is missing/],
    [
      'PostgreSQL without a secret',
      { DATABASE_URL: 'postgres://host/db' },
      /^AUTH_SECRET is missing/,
    ],
    [
      'a default above the maximum',
      { MAX_DONATION_CENTS: '1000', DEFAULT_DONATION_CENTS: '2000' },
      /^DEFAULT_DONATION_CENTS cannot be 2000/,
    ],
  ])('%s stops the start with one sentence', (_case, variables, sentence) => {
    expect(() => parseConfig(variables)).toThrow(ConfigError)
    expect(() => parseConfig(variables)).toThrow(sentence)
  })

  test.each(['smtp://post%40royale.example:secret@mail.example:587', 'smtps://mail.example'])(
    '%s is a mail server',
    (SMTP_URL) => {
      expect(parseConfig({ SMTP_URL }).smtpUrl).toBe(SMTP_URL)
    },
  )

  test.each([
    { STRIPE_SECRET_KEY: 'my-secret' },
    { SMTP_URL: 'smpt://post:my-secret@mail.example' },
    { REDIS_URL: 'http://:my-secret@redis.example' },
    { PUBLIC_URL: 'https://host:my-secret@royale.example' },
    { PAYMENTS: 'sk_live_my-secret' },
    { LOG_LEVEL: 'whsec_my-secret' },
  ])('a wrong secret is not repeated in the sentence: %o', (variables) => {
    expect(() => parseConfig(variables)).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('my-secret') }),
    )
  })
})
