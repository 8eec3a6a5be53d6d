export { hasMatches, readBegunMatches } from './match-reads.ts'
export { toMatchSpan } from './match.ts'
