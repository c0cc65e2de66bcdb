// Checks the tables of roads, `apps/server/src/features/places/data/roads.tsv` and `road-junctions.tsv`. Prints each row that is wrong.
import { roadProblems } from '../apps/server/src/features/places/rules-network.ts'
import { readRoadTables } from '../apps/server/src/features/places/port.ts'

const tables = readRoadTables()
const problems = [...tables.problems, ...roadProblems(tables)]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
