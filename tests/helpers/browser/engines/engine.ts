/** A browser engine on this machine, driven over its own protocol for automation. */
export interface Engine {
  name: 'Chromium' | 'Firefox' | 'WebKitGTK'
  /** Opens a browser with one empty tab and a profile of its own. */
  open: () => Promise<EngineBrowser>
}

export interface EngineBrowser {
  /** The browser's first tab. */
  tab: Tab
  /** Waits for the window that a page has opened. */
  waitForPopup: () => Promise<Tab>
  /** Errors that the pages have thrown or logged, where the protocol tells them. */
  errors: readonly string[]
  close: () => Promise<void>
}

/** The commands of a protocol for one tab or window; `Visitor` uses them as a person would. */
export interface Tab {
  open: (url: string) => Promise<void>
  /** Evaluates an expression in the page. */
  evaluate: (expression: string) => Promise<unknown>
  /** Clicks on the element that the expression finds. Returns false if it finds none. */
  click: (expression: string) => Promise<boolean>
  /** Types into the element that the expression finds. Returns false if it finds none. */
  type: (expression: string, text: string) => Promise<boolean>
  resize: (width: number, height: number) => Promise<void>
  screenshot: (file: string) => Promise<void>
}
