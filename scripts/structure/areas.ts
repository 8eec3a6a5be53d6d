/** An area of the code, as docs/architecture.md names them under 'Who may import whom'. */
export type Area = (typeof AREAS)[number]

export const AREAS = [
  'contract',
  'client/ui',
  'client/lib',
  'client/features',
  'client/host',
  'client/app',
  'client/console',
  'server/infra',
  'server/payments',
  'server/http',
  'server/features',
  'server/app',
  'commands',
  'sandbox',
] as const

const OWN_FOLDERS: [folder: string, area: Area][] = [
  ['src/contract/', 'contract'],
  ['src/client/ui/', 'client/ui'],
  ['src/client/lib/', 'client/lib'],
  // Before the folders that they lie in.
  ['src/client/features/host/', 'client/host'],
  ['src/client/console/', 'client/console'],
  ['src/client/host.tsx', 'client/console'],
  ['src/client/features/', 'client/features'],
  ['src/client/', 'client/app'],
  ['src/server/infra/', 'server/infra'],
  ['src/server/payments/', 'server/payments'],
  ['src/server/http/', 'server/http'],
  ['src/server/features/', 'server/features'],
  ['src/server/', 'server/app'],
  ['src/commands/', 'commands'],
  ['sandbox/', 'sandbox'],
]

/** The areas that each area may import besides itself. */
export const MAY_IMPORT: Record<Area, readonly Area[]> = {
  contract: [],
  'client/ui': ['contract'],
  'client/lib': ['contract'],
  'client/features': ['client/ui', 'client/lib', 'contract'],
  'client/host': ['client/ui', 'client/lib', 'contract'],
  // Without the console: visitors load nothing of it.
  'client/app': ['client/features', 'client/ui', 'client/lib', 'contract'],
  'client/console': [
    'client/app',
    'client/host',
    'client/features',
    'client/ui',
    'client/lib',
    'contract',
  ],
  'server/infra': ['contract'],
  'server/payments': ['server/infra', 'contract'],
  'server/http': ['server/infra', 'contract'],
  'server/features': ['server/infra', 'server/payments', 'server/http', 'contract'],
  'server/app': [
    'server/features',
    'server/http',
    'server/payments',
    'server/infra',
    'contract',
    'sandbox',
  ],
  commands: ['server/app', 'server/features', 'server/payments', 'server/infra', 'contract'],
  sandbox: [],
}

/** The packages that an area is limited to; areas not listed may use any that package.json has. */
export const ONLY_PACKAGES: Partial<Record<Area, readonly string[]>> = { contract: ['zod'] }

/**
 * Returns the area of a file, or undefined for tests/, scripts/ and other folders outside the
 * product.
 */
export function areaOf(path: string): Area | undefined {
  return OWN_FOLDERS.find(([folder]) => path.startsWith(folder))?.[1]
}

/** Returns the feature of a file, such as `src/server/features/ledger`. */
export function featureOf(path: string): string | undefined {
  return /^src\/(?:client|server)\/features\/[^/]+(?=\/)/.exec(path)?.[0]
}

/** Returns the part inside which imports are relative: a feature, an area, or a top folder. */
export function unitOf(path: string): string | undefined {
  return featureOf(path) ?? areaOf(path) ?? path.split('/')[0]
}

/** Returns whether only tests run the file; it may then import more than its subject may. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.startsWith('tests/')
}
