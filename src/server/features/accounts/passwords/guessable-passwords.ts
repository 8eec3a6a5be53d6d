/** The facts that a guesser knows of an account and of the place where it is. */
export interface PasswordContext {
  hostname: string
  email: string | undefined
}

const PRODUCT_WORDS = ['donation', 'donations', 'donationroyale', 'royale']

/** A shorter part, over and over, is as easy as the part. */
const MAX_TRIVIAL_PART = 4

/** The ending that people add to a common word where a rule asks for it. */
const USUAL_ENDING = /[\d!.?]+$/

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Tells whether guessers try a password first: common, leaked, or made of what is known here. */
export async function isGuessable(password: string, context: PasswordContext): Promise<boolean> {
  const lower = password.toLowerCase()
  if (repeatedPart(lower).length <= MAX_TRIVIAL_PART) return true
  const forms = [lower, squeeze(lower)].flatMap((form) => [form, form.replace(USUAL_ENDING, '')])
  const common = await loadCommonPasswords()
  const known = wordsOf(context)
  return [...forms, ...forms.map(repeatedPart)].some((form) => common.has(form) || known.has(form))
}

/** 49,000 passwords from leaks, 5 MB in memory once somebody chooses a password. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return commonPasswords
}

function wordsOf({ hostname, email = '' }: PasswordContext): ReadonlySet<string> {
  const address = email.toLowerCase()
  const [localPart = ''] = address.split('@')
  const words = [...PRODUCT_WORDS, hostname, ...hostname.split('.'), address, localPart]
  return new Set(words.flatMap((word) => [word, squeeze(word)]).filter((word) => word !== ''))
}

/** Leaves letters and digits of any script. */
function squeeze(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Returns the shortest part that, repeated, is the whole text. */
function repeatedPart(text: string): string {
  return text.slice(0, `${text}${text}`.indexOf(text, 1))
}
