import { createHmac } from 'node:crypto'

const STEP_MS = 30_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns what an authenticator app shows for an `otpauth://` address, so many steps from now. */
export function totpOf(address: string, steps = 0): string {
  const key = new URL(address).searchParams.get('secret') ?? ''
  return readCode(key, Date.now() + steps * STEP_MS)
}

/** Returns what an authenticator app shows for a key at a moment (RFC 6238); Unix ms. */
export function readCode(key: string, time: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(time / STEP_MS)))
  const digest = createHmac('sha1', decodeBase32(key)).update(counter).digest()
  // https://www.rfc-editor.org/rfc/rfc4226#section-5.3
  const offset = digest.readUInt8(digest.length - 1) & 15
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000
  return String(number).padStart(6, '0')
}

/** Returns the code after that, because a server takes each code once, and the next a little early. */
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
