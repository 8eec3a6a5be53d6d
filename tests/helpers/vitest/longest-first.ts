import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The folders of tests that take minutes, the longest first. */
const LONG = ['/tests/simulation/', '/tests/faults/', '/tests/attacks/']

/** Starts the longest tests first, so that none keeps one worker busy while the others are idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- The sequencer's own method, not an array's.
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

function rank({ moduleId }: TestSpecification): number {
  const found = LONG.findIndex((folder) => moduleId.includes(folder))
  return found === -1 ? LONG.length : found
}
