/** The version that a release gets, with a sentence if it is a trial. */
export interface ReleaseVersion {
  version: string
  /** The changelog's section about it, in Markdown. */
  notes: string
  /** Why the result is not to be published; undefined if it may be. */
  trial: string | undefined
}

const HEADING = /^## \[(.+?)\](?: - (\d{4}-\d{2}-\d{2}))?[ \t]*$/gm

interface Section {
  name: string
  date: string | undefined
  text: string
}

/**
 * Returns the version that CHANGELOG.md gives to what is there now. It must be package.json's; what
 * stands under 'Unreleased' belongs to no version yet. Throws if the newest section of the changelog
 * is of another version than package.json's, and older or newer alike, has no date, or does not say
 * how to upgrade.
 */
export function findVersion(changelog: string, manifestVersion: string): ReleaseVersion {
  const sections = readSections(changelog)
  const unreleased = sections.find(({ name }) => name === 'Unreleased')
  const newest = sections.find(({ name }) => name !== 'Unreleased')
  const isOpen = unreleased !== undefined && /^- /m.test(unreleased.text)
  if (isOpen || newest === undefined) {
    return {
      version: `${newest?.name === manifestVersion ? findNext(manifestVersion) : manifestVersion}-dev`,
      notes: unreleased?.text ?? '',
      trial: `CHANGELOG.md has unreleased changes: give them a version and a date to publish this.`,
    }
  }
  if (newest.name !== manifestVersion) {
    throw new Error(
      `The newest version in CHANGELOG.md is ${newest.name}, and in package.json ${manifestVersion}: run npm version --no-git-tag-version ${newest.name}`,
    )
  }
  if (newest.date === undefined) {
    throw new Error(
      `In CHANGELOG.md the version ${newest.name} has no date: write ## [${newest.name}] - YYYY-MM-DD`,
    )
  }
  if (!/^### Upgrading$/m.test(newest.text)) {
    throw new Error(
      `In CHANGELOG.md the version ${newest.name} does not say how to upgrade: add a section ### Upgrading, also if there is nothing to do.`,
    )
  }
  return { version: manifestVersion, notes: newest.text, trial: undefined }
}

/** Returns the next version after a release, before which its trials are sorted. */
function findNext(version: string): string {
  return version.replace(/\d+$/, (patch) => String(Number(patch) + 1))
}

function readSections(changelog: string): Section[] {
  const headings = [...changelog.matchAll(HEADING)]
  return headings.map((match, at) => ({
    name: match[1] ?? '',
    date: match[2],
    text: changelog.slice(match.index + match[0].length, headings[at + 1]?.index).trim(),
  }))
}
