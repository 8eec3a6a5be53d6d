import type { Mail, Mailer, MailStore } from '#server/infra/mail/mailer.ts'
import type { World } from '../world/world.ts'

/** Receives the server's mails in memory. Like a mail program, it keeps one message per key. */
export class FakeMailer {
  readonly #world: World
  readonly #mails = new Map<string, Mail>()
  readonly #violations: string[] = []
  /**
   * The keys of mails sent before the database was replaced by an older copy, which may not know
   * why they were sent.
   */
  keysBeforeRestore = new Set<string>()

  constructor(world: World) {
    this.#world = world
  }

  /** The keys of all mails received. */
  get keys(): Set<string> {
    return new Set(this.#mails.keys())
  }

  get violations(): readonly string[] {
    return this.#violations
  }

  /** Records that the database is an older copy from now on; mails that were received stay. */
  noteRestored(): void {
    this.keysBeforeRestore = this.keys
  }

  readonly mailer: Mailer & MailStore = {
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
    erase: async () => {},
    close: async () => {},
  }

  #take(mail: Mail): void {
    const { trace } = this.#world
    const earlier = this.#mails.get(mail.key)
    trace.count('mail', earlier === undefined ? 'letters' : 'handed over again')
    // The text may differ, since it names the current state of the donation.
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
