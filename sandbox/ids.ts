const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const CAPITALS = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'

/** Returns an id in Stripe's format: `cs_test_` and 24 letters and digits. */
export function stripeId(prefix: string, random: () => number): string {
  return `${prefix}_${pick(LETTERS, 24, random)}`
}

/** Returns an id in PayPal's format: 17 capitals and digits. */
export function paypalId(random: () => number): string {
  return pick(CAPITALS, 17, random)
}

function pick(alphabet: string, length: number, random: () => number): string {
  let id = ''
  for (let at = 0; at < length; at += 1) id += alphabet[Math.floor(random() * alphabet.length)]
  return id
}
