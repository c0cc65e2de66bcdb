// Checks the tables of roads, `packages/roads/data/roads.tsv` and `road-junctions.tsv`. Prints each row that is wrong.
import { readPlaces } from '@samtur/roads/gazetteer'
import { roadProblems } from '@samtur/roads/network'
import { readRoadTables } from '@samtur/roads/stretches'

const tables = readRoadTables(readPlaces())
const problems = [...tables.problems, ...roadProblems(tables)]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
