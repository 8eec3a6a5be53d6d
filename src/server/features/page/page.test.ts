import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Campaign } from '#contract/campaign.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { DISCLAIMER_VERSION, formatAcceptance } from '#contract/disclaimer.ts'
import type { LeaderboardPage } from '#contract/leaderboard.ts'
import { servePage } from './page.ts'
import { installSecurity } from '#server/http/guards/security.ts'

const ACCEPTED = formatAcceptance({
  version: DISCLAIMER_VERSION,
  acceptedAt: '2026-11-21T10:00:00.000Z',
})

/** Renders its input as text, in an element with a style. */
const RENDERER = `export function renderFirstView({ accepted, hasSession, campaign, board }) {
  if (board?.entries[0]?.name === 'Crash') throw new Error('drawn badly')
  return \`<p class="_1a2bz _1a2b0" style="--seen:\${board?.version}">accepted \${accepted}, session \${hasSession} of \${campaign.title.length}</p>\`
}`

const AROUND = {
  entries: [
    {
      position: 1,
      id: 'd1',
      name: '</script>',
      amountCents: 500,
      timestamp: '2026-11-21T09:00:00Z',
    },
  ],
  after: null,
  landing: 1,
}

let folder: string
let app: FastifyInstance
let board: LeaderboardPage
let campaign: Campaign
let now: number
/** How often the tags of a link were written. */
let written: number

beforeEach(async () => {
  const dist = mkdtempSync(join(tmpdir(), 'royale-page-'))
  folder = join(dist, 'client')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  mkdirSync(join(dist, 'server'))
  writeFileSync(
    join(folder, 'index.html'),
    '<html data-palette="__PALETTE__"><!--share-tags--><title>Built</title><!--/share-tags--><meta content="__PUBLIC_URL__/og.png"><style nonce="__CSP_NONCE__">/*styles*/a{}/*_1a2b0*/._1a2b0{}/*_1a2b0 data-own|_3c4d0*/._3c4d0{}/*data-palette=galaxy*/b{}/*data-palette=ember*/i{}/*/styles*/__FIRST_RULES__</style>__FIRST_VIEW__<script nonce="__CSP_NONCE__"></script>',
  )
  writeFileSync(
    join(folder, 'host.html'),
    '<title>Host console</title><script nonce="__CSP_NONCE__"></script>',
  )
  writeFileSync(join(folder, 'me.html'), '<title>My donations</title>')
  writeFileSync(
    join(folder, 'recap.html'),
    '<!--share-tags--><title>Recap</title><!--/share-tags--><script nonce="__CSP_NONCE__"></script>',
  )
  writeFileSync(join(dist, 'server/first-view.js'), RENDERER)
  writeFileSync(join(folder, 'assets/app-1.js'), 'plain')
  writeFileSync(join(folder, 'assets/app-1.js.br'), 'brotli')
  writeFileSync(join(folder, 'sw.js'), 'worker')
  now = Date.UTC(2026, 10, 21)
  written = 0
  board = buildBoard(7, 'Ada')
  campaign = DEFAULT_CAMPAIGN
  app = await openApp()
})

afterEach(async () => {
  await app.close()
  rmSync(join(folder, '..'), { recursive: true })
})

function buildBoard(version: number, name: string): LeaderboardPage {
  const entry = { position: 1, id: 'd1', name, amountCents: 500, timestamp: '2026-11-21T09:00:00Z' }
  return { version, total: { count: 1, amountCents: 500 }, entries: [entry], next: null }
}

async function openApp(): Promise<FastifyInstance> {
  const opened = Fastify()
  const publicUrl = 'https://royale.example'
  await opened.register(cookie)
  await installSecurity(opened, { publicUrl, pageSources: [] })
  await servePage(opened, {
    folder,
    publicUrl,
    board: {
      get version() {
        return board.version
      },
      top: () => board,
    },
    sums: { current: undefined },
    campaign: {
      get current() {
        return campaign
      },
    },
    writeShareTags: async (donation) => {
      written += 1
      return `<title>${JSON.stringify(donation)} is shared</title>`
    },
    writeRecapTags: async (roundId) =>
      roundId === 'none' || roundId === 'late'
        ? { is: roundId }
        : { is: 'told', tags: `<title>Recap of ${roundId ?? 'all time'}</title>` },
    findShared: async (donation) => (donation === 'd1' ? { id: 'd1', ...AROUND } : undefined),
    clock: () => now,
  })
  return opened
}

async function open(cookies: Record<string, string> = {}): Promise<string> {
  const { body } = await app.inject({ url: '/', cookies })
  return body
}

describe('the document', () => {
  test.each([
    ['/', 'undefined'],
    ['/?donation=d1', '"d1"'],
    ['/?donation=d1&donation=d2', 'undefined'],
    ['/?donation=unknown', 'undefined'],
  ])('at %s says of itself what belongs to the donation of its address', async (url, donation) => {
    const { body } = await app.inject(url)
    expect(body).toContain(`<title>${donation} is shared</title>`)
    expect(body).not.toContain('Built')
  })

  test('is made once for all who ask for it at the same time', async () => {
    await Promise.all(Array.from({ length: 5 }, () => app.inject('/?donation=d1')))
    await app.inject('/?donation=d1')
    expect(written).toBe(1)
  })

  test('carries the public address, and the nonce of its own policy', async () => {
    const { body, headers } = await app.inject('/')
    expect(body).toContain('content="https://royale.example/og.png"')
    const nonces = [...body.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce)
    expect(nonces).toHaveLength(2)
    expect(new Set(nonces).size).toBe(1)
    expect(headers['content-security-policy']).toContain(`'nonce-${nonces[0]}'`)
  })

  test('brings the donation of its address as data, and only that one', async () => {
    const { body } = await app.inject('/?donation=d1')
    const [, json = ''] =
      /<script type="application\/json" id="shared-donation">(.*?)<\/script>/.exec(body) ?? []
    expect(JSON.parse(json)).toEqual({ id: 'd1', ...AROUND })
    for (const url of ['/', '/?donation=d9', '/?donation=d1&donation=d1']) {
      expect((await app.inject(url)).body).not.toContain('id="shared-donation"')
    }
  })

  test('is revalidated by every browser, since cookies change it', async () => {
    const { headers } = await app.inject('/')
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(headers['vary']).toContain('cookie')
  })

  test('is compressed for clients that accept gzip, and has the same content', async () => {
    const packed = await app.inject({ url: '/', headers: { 'accept-encoding': 'br, gzip' } })
    expect(packed.headers['content-encoding']).toBe('gzip')
    const withoutNonce = (html: string) => html.replaceAll(/nonce="[^"]+"/g, '')
    expect(withoutNonce(gunzipSync(packed.rawPayload).toString())).toBe(withoutNonce(await open()))
    const plain = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip;q=0' } })
    expect(plain.headers['content-encoding']).toBeUndefined()
  })
})

describe('the first view', () => {
  test('is the disclaimer until its cookie says that this wording was accepted', async () => {
    expect(await open()).toContain('accepted false')
    expect(
      await open({ disclaimer: ACCEPTED.replace(DISCLAIMER_VERSION, '2020-01-01') }),
    ).toContain('accepted false')
    expect(await open({ disclaimer: ACCEPTED })).toContain('accepted true')
  })

  test("tells of a session's cookie, and nothing that is in it", async () => {
    expect(await open()).toContain(
      `<div id="root" data-session="false" data-now="${now}" data-accepted="false">`,
    )
    const body = await open({ '__Host-royale.session_token': 'canary' })
    expect(body).toContain(
      `<div id="root" data-session="true" data-now="${now}" data-accepted="false">`,
    )
    expect(body).not.toContain('canary')
  })

  test('has its styles in the style element, which the policy lets in', async () => {
    const body = await open()
    expect(body).toContain('#root [data-style="0"]{--seen:7}</style>')
    expect(body).not.toContain(' style=')
  })

  test('brings the styles of what it shows alone', async () => {
    const body = await open()
    expect(body).toContain('>a{}._1a2b0{}b{}#root')
  })

  test('brings all styles if it could not be rendered', async () => {
    board = buildBoard(8, 'Crash')
    expect(await open()).toContain('>a{}._1a2b0{}._3c4d0{}b{}i{}<')
  })

  test('brings the board as data that no name can end', async () => {
    board = buildBoard(7, '</script><script>alert(1)</script><!--__CSP_NONCE__')
    const body = await open()
    expect(body).not.toContain('</script><script>alert')
    expect(body).toContain('__CSP_NONCE__')
    const json = /<script type="application\/json" id="first-board">(.*?)<\/script>/.exec(body)?.[1]
    expect(JSON.parse(json ?? '')).toEqual({ ...board, asOf: now })
  })

  test('follows a changed board, but not faster than four times a second', async () => {
    expect(await open()).toContain('--seen:7')
    board = buildBoard(8, 'Ada')
    now += 249
    expect(await open()).toContain('--seen:7')
    now += 1
    expect(await open()).toContain('--seen:8')
  })

  test('brings the campaign as data that no text can end, new as soon as it changes', async () => {
    await open()
    campaign = { ...DEFAULT_CAMPAIGN, version: 1, title: '</script><script>alert(1)</script>' }
    const body = await open()
    expect(body).toContain(`of ${campaign.title.length}</p>`)
    expect(body).not.toContain('</script><script>alert')
    const json = /id="first-campaign">(.*?)<\/script>/.exec(body)?.[1]
    expect(JSON.parse(json ?? '')).toEqual(campaign)
  })

  test('is the disclaimer again for those who have accepted other points', async () => {
    campaign = { ...campaign, disclaimer: { version: 'own-1', points: ['A new point.'] } }
    expect(await open({ disclaimer: ACCEPTED })).toContain('accepted false')
    const accepted = ACCEPTED.replace(DISCLAIMER_VERSION, 'own-1')
    expect(await open({ disclaimer: accepted })).toContain('accepted true')
  })

  test('begins empty, with the board, where it cannot be drawn', async () => {
    board = buildBoard(7, 'Crash')
    const body = await open()
    expect(body).toContain(`<div id="root" data-session="false" data-now="${now}"></div>`)
    expect(body).toContain('id="first-board"')
  })

  test('begins empty where the build has no renderer', async () => {
    rmSync(join(folder, '../server'), { recursive: true })
    await app.close()
    app = await openApp()
    expect(await open()).toContain(`<div id="root" data-session="false" data-now="${now}"></div>`)
  })
})

describe("the console's document", () => {
  test.each(['/host', '/host/donations', '/host/donations/0190?x=1'])(
    'is served at %s, with the nonce of its own policy',
    async (url) => {
      const { body, headers, statusCode } = await app.inject(url)
      expect(statusCode).toBe(200)
      expect(body).toContain('<title>Host console</title>')
      const nonce = /nonce="([^"]+)"/.exec(body)?.[1]
      expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    },
  )

  test('is kept by no cache and found by no search engine', async () => {
    const { headers } = await app.inject('/host')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  })

  test('is compressed for clients that accept gzip', async () => {
    const packed = await app.inject({ url: '/host', headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.rawPayload).toString()).toContain('<title>Host console</title>')
  })

  test('is no file of its own name', async () => {
    expect((await app.inject('/host.html')).statusCode).toBe(404)
  })
})

test("the donor's own document is served at /me", async () => {
  const { body, headers } = await app.inject('/me')
  expect(body).toContain('<title>My donations</title>')
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
})

test.each([
  ['/recap', 'Recap of all time', 200],
  ['/rounds/r1/recap', 'Recap of r1', 200],
  ['/rounds/late/recap', 'Recap', 200],
  ['/rounds/none/recap', 'Recap', 404],
])('the document at %s has the title %s and the status %d', async (url, title, status) => {
  const { body, statusCode } = await app.inject(url)
  expect(statusCode).toBe(status)
  expect(body).toContain(`<title>${title}</title>`)
  expect(body.match(/<title>/g)).toHaveLength(1)
  expect(body).toMatch(/<script nonce="[^"_]+">/)
  const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
  expect(gunzipSync(packed.rawPayload).toString()).toContain(`<title>${title}</title>`)
})

test('what is named by its content is kept for ever, and comes as it was compressed', async () => {
  const headers = { 'accept-encoding': 'br' }
  const asset = await app.inject({ url: '/assets/app-1.js', headers })
  expect(asset.headers).toMatchObject({ 'content-encoding': 'br' })
  expect(asset.headers['cache-control']).toContain('immutable')
  expect(asset.body).toBe('brotli')
})

test('files with a fixed name are revalidated', async () => {
  expect((await app.inject('/sw.js')).headers['cache-control']).toContain('max-age=0')
})

test.each(['/index.html.br', '/assets/../index.html', '/.git/config', '/.env'])(
  '%s is not there',
  async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404)
  },
)
