const LINK_LIKE = /[.:@/\\]\S/

/**
 * Returns whether a mail program might turn a text into a link. Payers choose their names, and
 * somebody else's mail must not get a link from them.
 */
export function isLinkLike(text: string): boolean {
  return LINK_LIKE.test(text)
}
