import {
  englishDataset,
  englishRecommendedTransformers,
  RegExpMatcher,
  type MatchPayload,
} from 'obscenity'
import { decodeLeet, foldText, joinSpelled, resolveLookalikes } from './fold-text.ts'

let englishMatcher: RegExpMatcher | undefined

/** Returns the word of the maintained English list that a text contains; null if none. */
export function findListed(text: string): string | null {
  englishMatcher ??= new RegExpMatcher({
    ...englishDataset.build(),
    ...englishRecommendedTransformers,
  })
  const folded = foldText(text)
  for (const variant of new Set([text, folded, joinSpelled(folded)])) {
    const [first] = englishMatcher.getAllMatches(variant, true)
    if (first !== undefined) return toWord(first)
  }
  return null
}

function toWord(match: MatchPayload): string {
  return englishDataset.getPayloadWithPhraseMetadata(match).phraseMetadata?.originalWord ?? ''
}

/** Returns the first of the host's own words that a text contains as a whole word; null if none. */
export function findOwnWord(text: string, words: readonly string[]): string | null {
  return (
    words.find((word) => hasWord(text, word)) ??
    words.find((word) => hasWord(resolveLookalikes(text), resolveLookalikes(word))) ??
    null
  )
}

function hasWord(text: string, word: string): boolean {
  const folded = foldText(text)
  const wanted = decodeLeet(foldText(word)).trim()
  return [folded, joinSpelled(folded)].some((variant) => contains(decodeLeet(variant), wanted))
}

/** Returns whether a text contains a word as a whole one; both are folded. */
function contains(text: string, wanted: string): boolean {
  if (wanted === '') return false
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const isWhole =
      !isInWord(text.slice(0, at), /[\p{L}\p{N}]$/u) &&
      !isInWord(text.slice(at + wanted.length), /^[\p{L}\p{N}]/u)
    if (isWhole) return true
  }
  return false
}

function isInWord(neighbour: string, edge: RegExp): boolean {
  return edge.test(neighbour)
}
