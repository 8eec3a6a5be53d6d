import type { Mail, Mailer } from '#server/infra/mail/mailer.ts'
import type { World } from './world.ts'

/** Where the server hands its mail over; like a mail program, it shows one message a key. */
export class FakeMailer {
  readonly #world: World
  readonly #mails = new Map<string, Mail>()
  readonly #violations: string[] = []
  /** The keys of letters whose reason an older copy of the database may not know. */
  keysBeforeRestore = new Set<string>()

  constructor(world: World) {
    this.#world = world
  }

  /** The keys of all letters that have come. */
  get keys(): Set<string> {
    return new Set(this.#mails.keys())
  }

  get violations(): readonly string[] {
    return this.#violations
  }

  /** The database is an older copy now, and what came by mail stays where it is. */
  noteRestored(): void {
    this.keysBeforeRestore = this.keys
  }

  readonly mailer: Mailer = {
    send: async (mail) => {
      const { scheduler, random, faultProfile, trace } = this.#world
      const kind = mail.key.slice(0, mail.key.indexOf('-'))
      await scheduler.waitForTurn(`mail of a ${kind}`, 'server')
      if (random.chance(faultProfile.callFaults / 2)) return this.#refuse('mail server away')
      this.#take(mail)
      trace.note(`  the letter ${mail.key} has come`)
      await scheduler.waitForTurn(`answer to the mail of a ${kind}`, 'server')
      if (random.chance(faultProfile.callFaults / 2)) return this.#refuse('mail taken, answer lost')
    },
    close: async () => {},
  }

  #take(mail: Mail): void {
    const { trace } = this.#world
    const earlier = this.#mails.get(mail.key)
    trace.count('mail', earlier === undefined ? 'letters' : 'handed over again')
    // The text says what counts by then, which may have changed since.
    if (earlier !== undefined && earlier.subject !== mail.subject) {
      this.#violations.push(`the letter ${mail.key} came again with another subject`)
    }
    this.#mails.set(mail.key, mail)
  }

  #refuse(fault: string): never {
    this.#world.trace.count('faults', fault)
    throw new Error(fault)
  }
}
