import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findChangedFiles, findTestsBeside } from './changed-tests.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'royale-changes-'))
  git('init', '-q')
  commit('src/money.ts', 'src/money.test.ts')
  commit('src/board/row.ts', 'src/board/row.test.tsx', 'src/board/page.test.ts')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function git(...args: string[]): void {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@royale.example']
  execFileSync('git', [...who, ...args], { cwd: root, stdio: 'ignore' })
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function commit(...paths: string[]): void {
  for (const path of paths) write(path, path)
  git('add', '-A')
  git('commit', '-q', '-m', 'change')
}

test('a clean working tree counts the last commit as the change', () => {
  expect(findChangedFiles(root)).toEqual([
    'src/board/page.test.ts',
    'src/board/row.test.tsx',
    'src/board/row.ts',
  ])
})

test('changed and new files count before they are committed', () => {
  write('src/money.ts', 'new')
  write('src/new.ts', 'new')
  expect(findChangedFiles(root)).toEqual(['src/money.ts', 'src/new.ts'])
})

test('a named commit is compared with the working tree', () => {
  write('src/money.ts', 'new')
  expect(findChangedFiles(root, 'HEAD~1')).toContain('src/board/row.ts')
  expect(findChangedFiles(root, 'HEAD~1')).toContain('src/money.ts')
})

test('a commit that does not exist is an error, not an empty change', () => {
  expect(() => findChangedFiles(root, 'nowhere')).toThrow('nowhere')
})

test('the tests in the folder of a changed file are found, and no others', () => {
  expect(findTestsBeside(root, ['src/board/row.ts'])).toEqual([
    'src/board/page.test.ts',
    'src/board/row.test.tsx',
  ])
  expect(findTestsBeside(root, ['gone/file.ts'])).toEqual([])
})
