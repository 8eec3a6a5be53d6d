import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { servePage } from './page.ts'
import { installSecurity } from './security.ts'

let folder: string
let app: FastifyInstance

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'royale-page-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(
    join(folder, 'index.html'),
    '<script nonce="__CSP_NONCE__"></script><meta content="__PUBLIC_URL__/og.png">',
  )
  writeFileSync(join(folder, 'assets/app-1.js'), 'plain')
  writeFileSync(join(folder, 'assets/app-1.js.br'), 'brotli')
  writeFileSync(join(folder, 'sw.js'), 'worker')
  app = Fastify()
  await installSecurity(app, { publicUrl: 'https://royale.example', walletScriptBase: undefined })
  await servePage(app, { folder, publicUrl: 'https://royale.example' })
})

afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test('the document carries the public address, and the nonce of its own policy', async () => {
  const { body, headers } = await app.inject('/')
  expect(body).toContain('content="https://royale.example/og.png"')
  const nonce = /nonce="([^"]+)"/.exec(body)?.[1]
  expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
  expect(headers['cache-control']).toBe('no-cache')
})

test('what is named by its content is kept for ever, and comes as it was compressed', async () => {
  const headers = { 'accept-encoding': 'br' }
  const asset = await app.inject({ url: '/assets/app-1.js', headers })
  expect(asset.headers).toMatchObject({ 'content-encoding': 'br' })
  expect(asset.headers['cache-control']).toContain('immutable')
  expect(asset.body).toBe('brotli')
})

test('what keeps its name is asked for anew', async () => {
  expect((await app.inject('/sw.js')).headers['cache-control']).toContain('max-age=0')
})

test.each(['/index.html.br', '/assets/../index.html', '/.git/config', '/.env'])(
  '%s is not there',
  async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404)
  },
)
