import { createHmac } from 'node:crypto'

const STEP_MS = 30_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Returns the code of an authenticator app for an `otpauth://` URL, the given number of steps from
 * now.
 */
export function totpOf(address: string, steps = 0): string {
  const key = new URL(address).searchParams.get('secret') ?? ''
  return readCode(key, Date.now() + steps * STEP_MS)
}

/** Returns the code of an authenticator app for a key at a time (RFC 6238; Unix ms). */
export function readCode(key: string, time: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(time / STEP_MS)))
  const digest = createHmac('sha1', decodeBase32(key)).update(counter).digest()
  // https://www.rfc-editor.org/rfc/rfc4226#section-5.3
  const offset = digest.readUInt8(digest.length - 1) & 15
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000
  return String(number).padStart(6, '0')
}

/**
 * Returns the next step's code, because a server accepts each code once, and the next one early.
 */
export function readNextCode(key: string, time: number): string {
  return readCode(key, time + STEP_MS)
}

function decodeBase32(text: string): Buffer {
  const bits = Array.from(text.replaceAll(/[\s=]/g, ''))
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
