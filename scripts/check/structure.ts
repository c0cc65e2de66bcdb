// Runs all structure rules over one reading of the tree.
import { findForeignImports } from './boundaries.ts'
import { findCycles, findFeatureCycles } from './cycles.ts'
import { findUndeclaredImports } from './declared.ts'
import { findLooseEndings } from './endings.ts'
import { findMisplacedFiles } from './layout.ts'
import { findLockGaps } from './lock.ts'
import { readTree } from './tree.ts'
import type { Violation } from './tree.ts'
import { findForeignWrites } from './writes.ts'

const rules = [
  findMisplacedFiles,
  findForeignImports,
  findUndeclaredImports,
  findCycles,
  findFeatureCycles,
  findLooseEndings,
  findForeignWrites,
  findLockGaps,
]

export function checkStructure(root: string): Violation[] {
  const tree = readTree(root)
  return rules.flatMap((rule) => rule(tree))
}
