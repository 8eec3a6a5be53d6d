/** A piece of a text; the text of a link is its address. */
export interface TextPiece {
  /** The index of its first character in the whole text. */
  start: number
  text: string
  isLink: boolean
}

/** A paragraph begins with something and ends before an empty line. */
const PARAGRAPH = /[^\n]+(?:\n[^\n]+)*/g

/** Matches an address up to the punctuation that ends its sentence. */
const ADDRESS = /https:\/\/[^\s<>"]*[^\s<>".,;:!?'’”)\]}]/g

/** Returns the paragraphs of a text, which empty lines divide. */
export function splitParagraphs(text: string): Pick<TextPiece, 'start' | 'text'>[] {
  return [...text.matchAll(PARAGRAPH)].map((match) => ({ start: match.index, text: match[0] }))
}

/** Divides a text into https: addresses, which become links, and what stands between them. */
export function splitLinks(text: string): TextPiece[] {
  const links = [...text.matchAll(ADDRESS)].filter(([address]) => URL.canParse(address))
  const borders = links.flatMap(({ index, 0: address }) => [index, index + address.length])
  return [0, ...borders]
    .map((start, number) => ({
      start,
      text: text.slice(start, borders[number]),
      isLink: number % 2 === 1,
    }))
    .filter((piece) => piece.text !== '')
}
