import { setTimeout as pause } from 'node:timers/promises'
import type { Tab } from './engine.ts'
import { controlNamed, fieldLabelled } from './find-element.ts'

/** Ends what hangs; nothing depends on how fast the machine is. */
const TIMEOUT_MS = 60_000
const POLL_MS = 50

const TEXT = 'document.body === null ? "" : document.body.innerText'

/** A person at a tab, who knows the page by its names and texts, in any engine. */
export class Visitor {
  readonly #tab: Tab

  constructor(tab: Tab) {
    this.#tab = tab
  }

  async open(url: string): Promise<void> {
    await this.#tab.open(url)
  }

  /** Presses a button or link. */
  async press(name: string): Promise<void> {
    await this.#until(`a button or link "${name}"`, () => this.#tab.click(controlNamed(name)))
  }

  /** Replaces what is in a field. */
  async fill(label: string, text: string): Promise<void> {
    const field = fieldLabelled(label)
    await this.#until(`a field "${label}"`, () => this.#tab.type(field, text))
  }

  async sees(text: string): Promise<void> {
    await this.#until(`the text "${text}"`, async () => (await this.readText()).includes(text))
  }

  async seesNoMore(text: string): Promise<void> {
    const isGone = async () => !(await this.readText()).includes(text)
    await this.#until(`the text "${text}" to go`, isGone)
  }

  async readText(): Promise<string> {
    return String(await this.#tab.evaluate(TEXT))
  }

  async #until(what: string, isDone: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + TIMEOUT_MS
    let reason: unknown
    while (Date.now() < deadline) {
      try {
        if (await isDone()) return
      } catch (error) {
        // The page may be loading another document, or something may still cover the element.
        reason = error
      }
      await pause(POLL_MS)
    }
    const text = await this.readText().catch(String)
    throw new Error(`Waited in vain for ${what}. The page reads:\n${text}`, { cause: reason })
  }
}
