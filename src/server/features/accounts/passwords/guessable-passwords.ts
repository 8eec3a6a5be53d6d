/** The facts about an account and its server that an attacker knows. */
export interface PasswordContext {
  hostname: string
  email: string | undefined
}

const PRODUCT_WORDS = ['donation', 'donations', 'donationroyale', 'royale']

/** The longest part whose repetition is as easy to guess as the part itself. */
const MAX_TRIVIAL_PART = 4

/** Matches the digits and marks that people append to a common word. */
const USUAL_ENDING = /[\d!.?]+$/

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Returns whether attackers try a password first: it is common, leaked or made of known facts. */
export async function isGuessable(password: string, context: PasswordContext): Promise<boolean> {
  const lower = password.toLowerCase()
  if (repeatedPart(lower).length <= MAX_TRIVIAL_PART) return true
  const forms = [lower, squeeze(lower)].flatMap((form) => [form, form.replace(USUAL_ENDING, '')])
  const common = await loadCommonPasswords()
  const known = wordsOf(context)
  return [...forms, ...forms.map(repeatedPart)].some((form) => common.has(form) || known.has(form))
}

/** Loads 49,000 passwords from leaks with the first check; they take 5 MB of memory. */
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

/** Returns the text with its letters and digits only, of any script. */
function squeeze(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Returns the shortest part that, repeated, makes up the whole text. */
function repeatedPart(text: string): string {
  return text.slice(0, `${text}${text}`.indexOf(text, 1))
}
