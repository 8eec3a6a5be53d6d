import { hashPassword as hashByLibrary } from 'better-auth/crypto'
import { describe, expect, test } from 'vitest'
import { hashPassword, isOutdated, verifyPassword } from './password-hash.ts'

const PASSWORD = 'canary of a password'

describe('the hash of a password', () => {
  test('names argon2id and a cost of at least 19 MiB and two passes, with a salt of 128 bits', async () => {
    const hash = await hashPassword(PASSWORD)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(isOutdated(hash)).toBe(false)
  })

  test('is another one each time', async () => {
    expect(await hashPassword(PASSWORD)).not.toBe(await hashPassword(PASSWORD))
  })

  test('verifies this password and no other', async () => {
    const hash = await hashPassword(PASSWORD)
    expect(await verifyPassword(hash, PASSWORD)).toBe(true)
    for (const other of ['', `${PASSWORD} `, PASSWORD.toUpperCase(), PASSWORD.slice(1)]) {
      expect(await verifyPassword(hash, other)).toBe(false)
    }
  })

  test('takes the characters as they are: of any script, neither cut nor composed', async () => {
    const long = 'pässwörd 密碼 🔑'.repeat(8)
    const hash = await hashPassword(long)
    expect(await verifyPassword(hash, long)).toBe(true)
    expect(await verifyPassword(hash, long.slice(0, -2))).toBe(false)
    expect(await verifyPassword(hash, long.normalize('NFD'))).toBe(false)
  })

  // A test vector of the reference implementation for version 19: 2 passes over 256 KiB.
  test('equals that of the reference implementation', async () => {
    const hash =
      '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
    expect(await verifyPassword(hash, 'password')).toBe(true)
    expect(await verifyPassword(hash, 'Password')).toBe(false)
    expect(isOutdated(hash)).toBe(true)
  })

  test('that cannot be read is a failure, not a wrong password', async () => {
    await expect(verifyPassword('$2b$10$not-ours', PASSWORD)).rejects.toThrow(
      'A password hash cannot be read.',
    )
  })
})

describe('a hash of the library', () => {
  test('verifies, and is outdated', async () => {
    const hash = await hashByLibrary(PASSWORD)
    expect(await verifyPassword(hash, PASSWORD)).toBe(true)
    expect(await verifyPassword(hash, 'not the password')).toBe(false)
    expect(isOutdated(hash)).toBe(true)
  })

  test('verifies a password that another keyboard composes otherwise, as it did before', async () => {
    const hash = await hashByLibrary('pässwörd')
    expect(await verifyPassword(hash, 'pässwörd'.normalize('NFD'))).toBe(true)
  })
})
