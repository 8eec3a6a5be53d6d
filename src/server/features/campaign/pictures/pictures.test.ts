import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectError, openTestApp, type TestApp, type TestDonor } from '#tests/helpers/app/app.ts'

let server: TestApp
let host: TestDonor
let now: number

beforeEach(async () => {
  now = Date.UTC(2026, 10, 22)
  server = await openTestApp({ clock: () => now })
  host = await server.signUpHost()
})

afterEach(() => server.close())

const upload = (payload: Buffer, type = 'image/png', as: Pick<TestDonor, 'call'> = host) =>
  as.call({
    method: 'POST',
    url: '/api/host/campaign/pictures',
    payload,
    headers: { 'content-type': type },
  })

function draw(width = 40, height = 20, red = 200): Promise<Buffer> {
  const background = { r: red, g: 10, b: 10 }
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

async function uploadOne(picture?: Buffer): Promise<string> {
  const answer = await upload(picture ?? (await draw()))
  expect(answer.statusCode).toBe(200)
  return answer.json<{ picture: string }>().picture
}

describe('an uploaded picture', () => {
  test('is shown to everybody as WebP from our own address, for ever', async () => {
    const path = await uploadOne()
    expect(path).toMatch(/^\/pictures\/[\da-f]{64}\.webp$/)
    const shown = await server.call({ url: path })
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
    })
    expect(shown.headers['cache-control']).toContain('immutable')
    const { format, width, height } = await sharp(shown.rawPayload).metadata()
    expect({ format, width, height }).toEqual({ format: 'webp', width: 40, height: 20 })
  })

  test('loses its metadata and all that was appended to it', async () => {
    const exif = { IFD0: { Copyright: 'canary of a secret' } }
    const picture = await sharp(await draw())
      .withExif(exif)
      .png()
      .toBuffer()
    const path = await uploadOne(Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')]))
    const { rawPayload } = await server.call({ url: path })
    expect(rawPayload.includes('canary')).toBe(false)
    expect(rawPayload.includes('script')).toBe(false)
  })

  test('has no edge above 1,200 pixels', async () => {
    const shown = await server.call({ url: await uploadOne(await draw(3_000, 1_500)) })
    const { width, height } = await sharp(shown.rawPayload).metadata()
    expect({ width, height }).toEqual({ width: 1_200, height: 600 })
  })

  test('can be published, and only while it is stored', async () => {
    const publish = (picture: string, version: number) =>
      host.call({
        method: 'PUT',
        url: '/api/host/campaign',
        payload: { picture },
        headers: { 'if-match': `"${version}"` },
      })
    expect((await publish(await uploadOne(), 0)).statusCode).toBe(200)
    const unknown = `/pictures/${'0'.repeat(64)}.webp`
    expect(expectError(await publish(unknown, 1), 400, 'invalid-argument')).toBe(
      'There is no such picture here any more: upload it again.',
    )
    expectError(await server.call({ url: unknown }), 404, 'not-found')
  })

  test('makes room for newer ones, but never if it is published', async () => {
    const published = await uploadOne()
    const payload = { picture: published }
    const headers = { 'if-match': '"0"' }
    await host.call({ method: 'PUT', url: '/api/host/campaign', payload, headers })
    const paths: string[] = []
    for (let n = 0; n < 21; n += 1) {
      now += 1
      paths.push(await uploadOne(await draw(4, 4, n * 10)))
    }
    expect((await server.call({ url: published })).statusCode).toBe(200)
    expect((await server.call({ url: paths[0] ?? '' })).statusCode).toBe(404)
    expect((await server.call({ url: paths[1] ?? '' })).statusCode).toBe(200)
    expect((await server.countRows())['campaign_pictures']).toBe(21)
  })
})

const NOT_A_PICTURE = 'The picture must be a PNG, JPEG, WebP or GIF file.'
const UNREADABLE = 'The picture cannot be read: it is damaged, or has more than 40 million pixels.'

describe('a hostile file', () => {
  test.each([
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['a PDF', '%PDF-1.7'],
  ])('%s is refused, whatever it calls itself', async (_what, text) => {
    const answer = await upload(Buffer.from(text), 'image/png')
    expect(expectError(answer, 400, 'invalid-argument')).toBe(NOT_A_PICTURE)
  })

  test('a truncated picture is refused', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    const create = { width: 300, height: 300, channels: 3, background: 'red', noise } as const
    const whole = await sharp({ create }).png().toBuffer()
    const answer = await upload(whole.subarray(0, whole.length / 2))
    expect(expectError(answer, 400, 'invalid-argument')).toBe(UNREADABLE)
  })

  test('a small file with a huge picture is refused before it is decoded', async () => {
    const answer = await upload(withSize(await draw(), 60_000, 60_000))
    expect(expectError(answer, 400, 'invalid-argument')).toBe(UNREADABLE)
  })

  test('6 MB are refused', async () => {
    const answer = await upload(Buffer.alloc(6 * 1024 * 1024, 1))
    expect(expectError(answer, 413, 'invalid-argument')).toBe('The request is too large.')
  })

  test('nothing at all is refused', async () => {
    expectError(await upload(Buffer.alloc(0)), 400, 'invalid-argument')
  })

  test('of somebody who is no host is not read', async () => {
    const donor = await server.signUp()
    expectError(await upload(await draw(), 'image/png', donor), 403, 'permission-denied')
    expect((await server.countRows())['campaign_pictures']).toBe(0)
  })
})

/** Returns a PNG whose header claims another size. */
function withSize(png: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(png)
  changed.writeUInt32BE(width, 16)
  changed.writeUInt32BE(height, 20)
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29)
  return changed
}
