import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** A package whose code is in the release. */
export interface UsedPackage {
  name: string
  version: string
  /** An SPDX expression. */
  license: string
  /** The text of its licence files; empty if it has none. */
  licenseText: string
  description: string
  homepage: string | undefined
}

/** The licences under which we take code. */
const ALLOWED =
  /^\(?(MIT|MIT-0|ISC|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|0BSD|OFL-1\.1|CC0-1\.0|Unlicense|BlueOak-1\.0\.0|LGPL-3\.0-or-later)( (AND|OR) (MIT|ISC|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|LGPL-3\.0-or-later))*\)?$/

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().default('unknown'),
  description: z.string().default(''),
  homepage: z.string().optional(),
})

/** Returns the folder of the package that a module belongs to; undefined for our own modules. */
export function findPackageDir(moduleId: string): string | undefined {
  const [path = ''] = moduleId.replace(/^\0/, '').split('?')
  return /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
}

/** Reads the manifests and licences of packages; throws if one has a licence we do not take. */
export function readPackages(folders: Iterable<string>): UsedPackage[] {
  const packages = [...new Set(folders)]
    .map(readPackage)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version))
  const refused = packages.filter(({ license }) => !ALLOWED.test(license))
  if (refused.length > 0) {
    const list = refused.map(({ name, license }) => `${name} (${license})`).join(', ')
    throw new Error(`Packages whose licence is not among those we take: ${list}`)
  }
  return packages
}

function readPackage(folder: string): UsedPackage {
  const manifest = manifestSchema.parse(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  )
  const files = globSync('{LICENSE,LICENCE,License,license,COPYING}*', { cwd: folder }).filter(
    (file) => existsSync(join(folder, file)),
  )
  const licenseText = files
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
    .join('\n\n')
  return { ...manifest, homepage: manifest.homepage, licenseText }
}

/** Writes the licences of all packages as one text. */
export function writeLicenses(packages: readonly UsedPackage[]): string {
  const parts = packages.map(({ name, version, license, homepage, licenseText }) =>
    [`${name} ${version}`, `Licence: ${license}`, homepage ?? '', '', licenseText].join('\n'),
  )
  return `Donation Royale contains or installs the following packages.\n\n${parts.join(`\n\n${'─'.repeat(80)}\n\n`)}\n`
}
