// Checks that the processes of the last release go on working beside this version.
import path from 'node:path'
import { findBreakingMigrations } from './check/migrations.ts'

const problems = findBreakingMigrations(path.resolve(import.meta.dirname, '..'))
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
