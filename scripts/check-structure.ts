// Checks what docs/architecture.md says about files and imports. Prints `file:line: rule: what is wrong`.
import path from 'node:path'
import { checkStructure } from './check/structure.ts'

const violations = checkStructure(path.resolve(import.meta.dirname, '..'))
for (const { file, line, rule, message } of violations) console.error(`${file}:${line}: ${rule}: ${message}`)
if (violations.length > 0) process.exitCode = 1
