import { NONCE_LENGTH } from '#server/http/guards/security.ts'
import { FirstStyles } from './first-styles.ts'
import { compressParts, storePiece, type GzipPiece } from './spliced-gzip.ts'

/** The first view of a document. */
export interface RenderedView {
  palette: string
  /** False if the browser renders all that it shows. */
  isRendered: boolean
  /** The rules made of the view's style attributes. */
  rules: string
  body: string
}

/** The pieces of a document between its nonces. */
export type DocumentPieces = readonly GzipPiece[]

const PUBLIC_URL_PLACEHOLDER = '__PUBLIC_URL__'

/** Matches the link preview tags of the built document, which the server replaces. */
const SHARE_TAGS = /<!--share-tags-->.*<!--\/share-tags-->/s

/** Matches the page's styles, of which each document has what its first view shows. */
const STYLES = /\/\*styles\*\/(.*)\/\*\/styles\*\//s

/** Matches the indentation of the document's lines, none of which is in a text kept as written. */
const INDENTATION = /\n\s+/g

const NONCE = '__CSP_NONCE__'

/** Matches the placeholders that a view fills in. */
const SLOT = /__(?:PALETTE|SHARE_TAGS|STYLES|FIRST_RULES|FIRST_VIEW)__/g

/** The built document of the visitors' page. */
export class DocumentTemplate {
  readonly #parts: readonly string[]
  readonly #styles: FirstStyles

  constructor(html: string, publicUrl: string) {
    this.#styles = new FirstStyles(STYLES.exec(html)?.[1] ?? '')
    this.#parts = html
      .replaceAll(INDENTATION, '\n')
      .replace(SHARE_TAGS, '__SHARE_TAGS__')
      .replace(STYLES, '__STYLES__')
      .replaceAll(PUBLIC_URL_PLACEHOLDER, publicUrl)
      .split(NONCE)
  }

  /**
   * Writes a view into the document. It is compressed as a whole, since its styles and markup share their names;
   * only the nonces are another in every response. Takes 1 to 2 ms.
   */
  write({ shareTags, ...view }: RenderedView & { shareTags: string }): DocumentPieces {
    const markup = `<html data-unpainted data-palette="${view.palette}">${view.body}`
    const slots: Record<string, string> = {
      __PALETTE__: view.palette,
      __SHARE_TAGS__: shareTags.replaceAll(INDENTATION, '\n'),
      __STYLES__: view.isRendered ? this.#styles.pick(markup) : this.#styles.all,
      __FIRST_RULES__: view.rules,
      __FIRST_VIEW__: view.body,
    }
    const parts = this.#parts.map((part) => part.replaceAll(SLOT, (slot) => slots[slot] ?? ''))
    return compressParts(parts, NONCE_LENGTH)
  }
}

/** Returns a document with the nonce of one response. */
export function writeDocument(pieces: DocumentPieces, nonce: string): readonly GzipPiece[] {
  const stored = storePiece(nonce)
  return pieces.flatMap((piece, at) => (at === 0 ? [piece] : [stored, piece]))
}
