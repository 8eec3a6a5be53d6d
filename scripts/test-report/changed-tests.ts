import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

const TEST_FILE = /\.test\.tsx?$/

/**
 * Returns the paths of the files that differ from the commit `base`. Without one: the changes that
 * are not committed, or else those of the last commit.
 */
export function findChangedFiles(root: string, base?: string): string[] {
  if (base !== undefined) return listChanges(root, base)
  const changes = listChanges(root, 'HEAD')
  return changes.length > 0 ? changes : listChanges(root, 'HEAD~1')
}

/** Returns the paths of the Vitest files in the folders of the given files. */
export function findTestsBeside(root: string, files: readonly string[]): string[] {
  const folders = new Set(files.map((file) => dirname(file)))
  return [...folders]
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
    .filter((path) => TEST_FILE.test(path))
}

function listChanges(root: string, base: string): string[] {
  return [
    ...git(root, ['diff', '--name-only', '--diff-filter=d', base]),
    ...git(root, ['ls-files', '--others', '--exclude-standard']),
  ]
}

function git(root: string, args: readonly string[]): string[] {
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  return output.split('\n').filter((line) => line !== '')
}
