import { resolveConfusablesTransformer } from 'obscenity'

const { transform } = resolveConfusablesTransformer()

const LETTER_OF: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '€': 'e',
}

const SPELLED =
  /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}@$!][^\p{L}\p{N}@$!]+){2,}[\p{L}\p{N}@$!](?![\p{L}\p{N}])/gu

/** Returns a text without marks and invisible characters, in compatible letters, for matching. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
}

/** Returns a text with words that are spelled out, such as `w o r d` or `w.o.r.d`, put together. */
export function joinSpelled(text: string): string {
  return text.replace(SPELLED, (spelled) => spelled.replace(/[^\p{L}\p{N}@$!]+/gu, ''))
}

/** Returns a folded text with digits and signs as the letters that they stand for. */
export function decodeLeet(folded: string): string {
  return folded.replace(/[0134578@$|€]|!(?=\p{L})/gu, (sign) => LETTER_OF[sign] ?? sign)
}

/** Returns a text with letters of other alphabets as the Latin ones that they look like. */
export function resolveLookalikes(text: string): string {
  return Array.from(text, (sign) => {
    const latin = transform(sign.codePointAt(0) ?? 0)
    return latin === undefined ? sign : String.fromCodePoint(latin)
  }).join('')
}
