// Checks that the processes of the last release go on working beside this version. Prints `file:line: rule: what is wrong`.
import path from 'node:path'
import { findBreakingMigrations } from './check/migrations.ts'

const violations = findBreakingMigrations(path.resolve(import.meta.dirname, '..'))
for (const { file, line, rule, message } of violations) console.error(`${file}:${line}: ${rule}: ${message}`)
if (violations.length > 0) process.exitCode = 1
