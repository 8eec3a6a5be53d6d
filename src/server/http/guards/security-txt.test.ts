import { expect, test } from 'vitest'
import { openTestApp, type TestAppOptions } from '#tests/helpers/app/app.ts'

async function read(options: TestAppOptions): Promise<string> {
  const server = await openTestApp({ clock: () => Date.UTC(2026, 10, 21, 13), ...options })
  try {
    const { headers, body } = await server.call({ url: '/.well-known/security.txt' })
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    return body
  } finally {
    await server.close()
  }
}

test('says where to report a weakness, and until when that holds', async () => {
  expect(await read({ securityContact: 'mailto:security@royale.example' })).toBe(
    [
      'Contact: mailto:security@royale.example',
      'Expires: 2027-05-20T00:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: http://localhost:3000/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})

test('names the page where the host has named no contact', async () => {
  expect(await read({})).toMatch(/^Contact: http:\/\/localhost:3000\/$/m)
})
