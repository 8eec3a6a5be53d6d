import { describe, expect, test } from 'vitest'
import { parseConfig } from '../config.ts'

describe('a name that is nearly one of ours', () => {
  test.each([
    ['TRUST_PROXY', 'TRUSTED_PROXIES'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
    ['ADMIN_MAIL', 'ADMIN_EMAIL'],
    ['ADMIN_E_MAIL', 'ADMIN_EMAIL'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['public_url', 'PUBLIC_URL'],
    ['publicUrl', 'PUBLIC_URL'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['DATABASE', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['POSTGRES_URL', 'DATABASE_URL'],
    ['REDIS', 'REDIS_URL'],
    ['SMTP', 'SMTP_URL'],
    ['MAX_DONATION', 'MAX_DONATION_CENTS'],
    ['MAX_DONATIONS_CENTS', 'MAX_DONATION_CENTS'],
    ['PAYMENT', 'PAYMENTS'],
    ['PAYMENT_MODE', 'PAYMENTS'],
    ['AUTH_SECRETS', 'AUTH_SECRET'],
    ['BETTER_AUTH_SECRET', 'AUTH_SECRET'],
    ['port', 'PORT'],
    ['Host', 'HOST'],
    ['PROT', 'PORT'],
    ['HSOT', 'HOST'],
    ['DATADIR', 'DATA_DIR'],
  ])('%s stops the start and names %s', (name, meant) => {
    expect(() => parseConfig({ [name]: 'canary' })).toThrow(
      `${name} is no variable of Donation Royale: write ${meant} in its place, or remove it.`,
    )
  })

  test.each([
    ['STRIPE_KEY', 'Stripe are STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE'],
    ['STRIPE_SECRET', 'Stripe are STRIPE_SECRET_KEY'],
    ['STRIPE_PUBLISHABLE_KEY', 'Stripe are STRIPE_SECRET_KEY'],
    ['stripe_secret_key', 'Stripe are STRIPE_SECRET_KEY'],
    ['PAYPAL_SECRET', 'PayPal are PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID'],
    ['PAYPAL_ID', 'PayPal are PAYPAL_CLIENT_ID'],
    ['PAYPAL_MODE', 'PayPal are PAYPAL_CLIENT_ID'],
  ])('%s stops the start and names those of the provider', (name, known) => {
    const start = () => parseConfig({ [name]: 'canary' })
    expect(start).toThrow(`${name} is no variable of Donation Royale: those for ${known}`)
    expect(start).toThrow(/; rename it to the one that is meant, or remove it\.$/)
    expect(start).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('canary') }),
    )
  })

  test('is left alone where it is empty, or where the right one is set too', () => {
    expect(parseConfig({ TRUST_PROXY: '', STRIPE_KEY: '' }).payments).toBe('sandbox')
    expect(parseConfig({ LOG_LEVEL: 'warn', LOGLEVEL: 'debug' }).logLevel).toBe('warn')
  })
})

test("what systems, shells, npm and platforms set is nobody's mistake", () => {
  const names = [
    'PATH HOME HOSTNAME HOSTTYPE PWD OLDPWD SHELL SHLVL USER USERNAME LOGNAME LANG LC_ALL TERM TZ',
    'TMPDIR TEMP MAIL MAILTO EDITOR DISPLAY COLORTERM SSH_AUTH_SOCK XDG_DATA_DIRS XDG_RUNTIME_DIR',
    'npm_config_loglevel npm_config_cache npm_package_name npm_lifecycle_event INIT_CWD NODE NODE_ENV',
    'NODE_OPTIONS NODE_EXTRA_CA_CERTS HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy no_proxy',
    'DATABASE_HOST DATABASE_PORT DATABASE_NAME DB_HOST PGHOST PGDATA REDIS_HOST REDIS_PORT',
    'REDIS_SERVICE_HOST KUBERNETES_PORT KUBERNETES_SERVICE_HOST DOCKER_HOST INVOCATION_ID',
    'JOURNAL_STREAM NOTIFY_SOCKET STATE_DIRECTORY CREDENTIALS_DIRECTORY LISTEN_PID CI VITEST',
    'HEROKU_APP_NAME DYNO FLY_APP_NAME RENDER RAILWAY_PUBLIC_DOMAIN WEBSITE_HOSTNAME SUDO_USER',
    'BASE_URL APP_URL SITE_URL SECRET COMPUTERNAME APPDATA SystemRoot ProgramData POST PORTS HOSTS',
  ].flatMap((line) => line.split(' '))
  const variables = Object.fromEntries(names.map((name) => [name, 'somewhere']))
  expect(parseConfig(variables).payments).toBe('sandbox')
})
