/** The money as each part of the installation has it. */
export interface MoneyFacts {
  /** The cents that the providers hold, without what they refunded. */
  providerCents: number
  /** The ids of the providers' payments, and those of the ledger's captures. */
  taken: readonly string[]
  booked: readonly string[]
  ledgerCents: number
  /** The donations of which a donor was told that they are paid. */
  acknowledged: readonly string[]
  /** The donations in the database in the board's order, as `ID CENTS`. */
  donations: readonly string[]
  /** The total and the first rows of page and stream that each node serves, by its name. */
  nodes: Record<string, { totalCents: number; page: readonly string[]; stream: readonly string[] }>
}

/** The number of rows that are compared. */
export const COMPARED_ROWS = 50

/** Returns a sentence for each part that differs from the others; none if all agree. */
export function findDifferences(facts: MoneyFacts): string[] {
  const { providerCents, ledgerCents, donations } = facts
  const found: string[] = []
  const compare = (name: string, actual: unknown, expected: unknown) => {
    const [is, shall] = [JSON.stringify(actual), JSON.stringify(expected)]
    if (is !== shall) found.push(`${name}: ${is}\n  in place of ${shall}`)
  }
  compare('cents of the ledger', ledgerCents, providerCents)
  compare('captures of the ledger', facts.booked.toSorted(), facts.taken.toSorted())
  const ids = new Set(donations.map((donation) => donation.split(' ')[0]))
  const lost = facts.acknowledged.filter((id) => !ids.has(id))
  compare('acknowledged donations that are not there', lost, [])
  const top = donations.slice(0, COMPARED_ROWS)
  for (const [name, { totalCents, page, stream }] of Object.entries(facts.nodes)) {
    compare(`total at ${name}`, totalCents, providerCents)
    compare(`page of ${name}`, page.slice(0, COMPARED_ROWS), top)
    compare(`stream of ${name}`, stream.slice(0, COMPARED_ROWS), top)
  }
  return found
}
