import type { Figure } from '../figure.ts'
import { compareFanOut } from './fan-out.ts'
import { installPeers } from './install-peers.ts'
import { compareRanks } from './ranks.ts'
import { compareSettling } from './settling-on-postgres.ts'
import { measureSettling } from '../server/settling.ts'

/** Measures the product beside what a host would pick instead: each figure is ours : theirs. */
export async function measurePeers(): Promise<Figure[]> {
  installPeers()
  return [
    ...(await compareFanOut()),
    ...(await compareRanks()),
    ...(await measureSettling(10_000)).filter(({ name }) => name.startsWith('settled : ')),
    ...(await compareSettling()),
  ]
}
