// The repository as the rules use it: packages, files, and what each file imports.
import fs from 'node:fs'
import path from 'node:path'
import { isCode, isTest, listFiles } from './files.ts'
import { importsOf } from './imports.ts'
import type { Import } from './imports.ts'
import { ownerOf, readPackages } from './packages.ts'
import type { Package } from './packages.ts'
import { parse } from './syntax.ts'

export interface Violation {
  file: string
  line: number
  rule: string
  message: string
}

export interface SourceFile {
  path: string
  source: string
  test: boolean
  owner: Package
  program: unknown
  imports: Import[]
}

export interface Tree {
  root: string
  packages: Package[]
  /** Every file of the packages and apps, code or not. */
  paths: string[]
  files: SourceFile[]
}

const parts = ['apps', 'packages', 'e2e', 'bench', 'scripts']

function readFile(root: string, file: string, packages: Package[]): SourceFile {
  const source = fs.readFileSync(path.join(root, file), 'utf8')
  const parsed = parse(file, source)
  const owner = ownerOf(file, packages)
  const imports = importsOf({ root, file, source, parsed, owner, packages })
  return { path: file, source, test: isTest(file), owner, program: parsed.program, imports }
}

export function readTree(root: string): Tree {
  const packages = readPackages(root)
  const configs = fs.readdirSync(root).filter((name) => fs.statSync(path.join(root, name)).isFile())
  const paths = [...configs, ...parts.flatMap((part) => listFiles(root, part))].sort()
  return { root, packages, paths, files: paths.filter(isCode).map((file) => readFile(root, file, packages)) }
}
