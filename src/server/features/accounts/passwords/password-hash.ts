import {
  argon2,
  randomBytes,
  scrypt,
  timingSafeEqual,
  type Argon2Parameters,
  type BinaryLike,
} from 'node:crypto'
import { promisify } from 'node:util'

/** The cost of a new hash, as OWASP asks for at the least. Higher ones renew all hashes in time. */
const COST = { memoryKib: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const KEY_BYTES = 32

/** The hash that better-auth makes by itself: `salt:key`, both in hexadecimal. */
const LIBRARY_SCRYPT = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
const LIBRARY_KEY_BYTES = 64
const LIBRARY_HASH = /^([\da-f]{32}):([\da-f]{128})$/

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/-]+)\$([\w+/-]+)$/

type Cost = typeof COST

/** Hashes a password with a salt of its own; the answer names how, in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await deriveKey(password, { ...COST, salt, keyBytes: KEY_BYTES })
  return `$argon2id$v=19$${writeCost(COST)}$${toBase64(salt)}$${toBase64(key)}`
}

/** Tells whether the password is the one that was hashed, by us or by the library before. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [, salt, key] = LIBRARY_HASH.exec(hash) ?? []
  return salt !== undefined && key !== undefined
    ? verifyLibraryHash({ salt, key }, password)
    : verifyPhc(hash, password)
}

/** Tells whether a hash is one that the library made by itself. */
export function isLibraryHash(hash: string): boolean {
  return LIBRARY_HASH.test(hash)
}

/** Works as long as it takes to compare a password with a hash of the library's own. */
export async function workAsLibraryHash(password: string): Promise<void> {
  await deriveScrypt(password.normalize('NFKC'), randomBytes(SALT_BYTES).toString('hex'))
}

/** Tells whether a hash is to be made anew: by another function, or at another cost. */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith(`$argon2id$v=19$${writeCost(COST)}$`)
}

function writeCost({ memoryKib, passes, parallelism }: Cost): string {
  return `m=${memoryKib},t=${passes},p=${parallelism}`
}

async function verifyPhc(hash: string, password: string): Promise<boolean> {
  const [, memoryKib, passes, parallelism, salt, key] = PHC.exec(hash) ?? []
  if (salt === undefined || key === undefined) throw new Error('A password hash cannot be read.')
  const expected = Buffer.from(key, 'base64')
  const found = await deriveKey(password, {
    memoryKib: Number(memoryKib),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    keyBytes: expected.length,
  })
  return timingSafeEqual(found, expected)
}

/** PHC strings carry no padding. */
function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

const deriveArgon2 = promisify((parameters: Argon2Parameters, done: DoneWithKey) =>
  argon2('argon2id', parameters, done),
)

type DoneWithKey = (error: Error | null, key: Buffer) => void

function deriveKey(
  password: string,
  { memoryKib, passes, parallelism, salt, keyBytes }: Cost & { salt: Buffer; keyBytes: number },
): Promise<Buffer> {
  return deriveArgon2({
    message: password,
    nonce: salt,
    memory: memoryKib,
    passes,
    parallelism,
    tagLength: keyBytes,
  })
}

const deriveScrypt = promisify((password: BinaryLike, salt: string, done: DoneWithKey) =>
  scrypt(password, salt, LIBRARY_KEY_BYTES, LIBRARY_SCRYPT, done),
)

async function verifyLibraryHash(
  { salt, key }: { salt: string; key: string },
  password: string,
): Promise<boolean> {
  // The library takes the salt's letters, not the bytes they stand for, and normalises.
  const found = await deriveScrypt(password.normalize('NFKC'), salt)
  return timingSafeEqual(found, Buffer.from(key, 'hex'))
}
