/** The addresses of what the document needs beside itself. */
export interface LoadedFiles {
  scripts: readonly string[]
  /** The style sheet of which the document has those rules that its first view shows. */
  styles: string
  /** The style sheet for paper. */
  print: string
}

/**
 * Loads the page's styles and scripts at once; resolves when the styles apply, and rejects with the
 * event of the failure if they cannot be fetched. It stands in the document as its own source, so it
 * uses nothing from outside.
 *
 * The style sheet repeats the document's rules, and comes behind them, so that all rules stand in
 * the order in which they were written.
 */
export function loadPage({ scripts, styles, print }: LoadedFiles): Promise<unknown> {
  const add = (properties: Partial<HTMLLinkElement>) => {
    document.head.append(Object.assign(document.createElement('link'), properties))
  }
  for (const href of scripts) add({ rel: 'modulepreload', href })
  const applied = new Promise((resolve, reject) => {
    add({ rel: 'stylesheet', href: styles, onload: resolve, onerror: reject })
  })
  add({ rel: 'stylesheet', media: 'print', href: print })
  return applied
}
