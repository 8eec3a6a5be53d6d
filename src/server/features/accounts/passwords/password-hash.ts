import {
  argon2,
  randomBytes,
  scrypt,
  timingSafeEqual,
  type Argon2Parameters,
  type BinaryLike,
} from 'node:crypto'
import { promisify } from 'node:util'

/** The cost of a new hash, the minimum of OWASP. Raising it renews hashes as people log in. */
const COST = { memoryKib: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const KEY_BYTES = 32

/** The parameters of better-auth's own hashes, which read `salt:key`, both in hexadecimal. */
const LIBRARY_SCRYPT = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
const LIBRARY_KEY_BYTES = 64
const LIBRARY_HASH = /^([\da-f]{32}):([\da-f]{128})$/

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/-]+)\$([\w+/-]+)$/

type Cost = typeof COST

/** Hashes a password with a random salt; returns a PHC string, which names algorithm and cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await deriveKey(password, { ...COST, salt, keyBytes: KEY_BYTES })
  return `$argon2id$v=19$${writeCost(COST)}$${toBase64(salt)}$${toBase64(key)}`
}

/** Returns whether the password matches a hash, ours or one of the library's kind. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [, salt, key] = LIBRARY_HASH.exec(hash) ?? []
  return salt !== undefined && key !== undefined
    ? verifyLibraryHash({ salt, key }, password)
    : verifyPhc(hash, password)
}

/** Returns whether a hash is of the library's own kind. */
export function isLibraryHash(hash: string): boolean {
  return LIBRARY_HASH.test(hash)
}

/** Takes as long as comparing a password with a hash of the library's kind. */
export async function workAsLibraryHash(password: string): Promise<void> {
  await deriveScrypt(password.normalize('NFKC'), randomBytes(SALT_BYTES).toString('hex'))
}

/** Returns whether a hash must be replaced: it has another algorithm or another cost. */
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

/** Returns base64 without padding, as PHC strings have it. */
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
  // The library uses the salt's hexadecimal text itself, not the bytes it stands for, and
  // normalises the password.
  const found = await deriveScrypt(password.normalize('NFKC'), salt)
  return timingSafeEqual(found, Buffer.from(key, 'hex'))
}
