import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installErrorAnswers } from './errors.ts'
import { serveFiles } from './static-files.ts'

let folder: string
let app: FastifyInstance

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'royale-files-'))
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, '.vite/manifest.json'), '{}')
  writeFileSync(join(folder, 'index.html'), 'document')
  writeFileSync(join(folder, 'assets/app-1.js'), 'plain')
  writeFileSync(join(folder, 'assets/app-1.js.br'), 'brotli')
  writeFileSync(join(folder, 'assets/app-1.js.gz'), 'gzip')
  writeFileSync(join(folder, 'sound.mp3'), '0123456789')
  app = Fastify()
  installErrorAnswers(app)
  serveFiles(app, folder)
})

afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test.each([
  ['br, gzip', 'brotli', 'br'],
  ['gzip', 'gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip', 'gzip'],
  ['identity', 'plain', undefined],
  ['', 'plain', undefined],
])('for Accept-Encoding %j the file comes as %s', async (accepted, body, encoding) => {
  const headers = { 'accept-encoding': accepted }
  const answer = await app.inject({ url: '/assets/app-1.js', headers })
  expect(answer.body).toBe(body)
  expect(answer.headers['content-encoding']).toBe(encoding)
  expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(answer.headers['vary']).toBe('accept-encoding')
})

test('a file comes from memory: it is served after its folder has gone', async () => {
  rmSync(join(folder, 'assets'), { recursive: true })
  expect((await app.inject('/assets/app-1.js')).body).toBe('plain')
})

test('a file that a browser has already is not sent again', async () => {
  const first = await app.inject('/sound.mp3')
  const headers = { 'if-none-match': String(first.headers.etag) }
  const second = await app.inject({ url: '/sound.mp3', headers })
  expect([second.statusCode, second.body]).toEqual([304, ''])
})

test('a part of a sound is sent to a player that asks for it', async () => {
  const headers = { range: 'bytes=2-4', 'accept-encoding': 'gzip' }
  const { statusCode, headers: got, body } = await app.inject({ url: '/sound.mp3', headers })
  expect([statusCode, got['content-range'], body]).toEqual([206, 'bytes 2-4/10', '234'])
})

test('a part is sent only of the version that the player has, else the whole', async () => {
  const { etag } = (await app.inject('/sound.mp3')).headers
  const ask = (version: string) =>
    app.inject({ url: '/sound.mp3', headers: { range: 'bytes=2-4', 'if-range': version } })
  expect((await ask(String(etag))).body).toBe('234')
  const { statusCode, body } = await ask('"another version"')
  expect([statusCode, body]).toEqual([200, '0123456789'])
})

test('HEAD says how long the file is, and sends none of it', async () => {
  const answer = await app.inject({ method: 'HEAD', url: '/sound.mp3' })
  expect([answer.headers['content-length'], answer.body]).toEqual(['10', ''])
})

test.each([
  '/index.html',
  '/.vite/manifest.json',
  '/assets/app-1.js.br',
  '/assets/..%2fsound.mp3',
  '/assets/constructor',
  '/assets/',
])('%s is not there', async (url) => {
  expect((await app.inject(url)).statusCode).toBe(404)
})

test('a file of unknown type stops the start, so that none is sent as another', () => {
  writeFileSync(join(folder, 'page.exe'), '')
  expect(() => serveFiles(Fastify(), folder)).toThrow('page.exe has an ending')
})
