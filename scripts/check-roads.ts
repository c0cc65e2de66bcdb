// Checks the tables of roads, `packages/roads/data/roads.tsv` and `road-junctions.tsv`. Prints each row that is wrong.
import { readPlaces } from '@samtur/roads/gazetteer'
import { problemsOf } from '@samtur/roads/problems'
import { readTables } from '@samtur/roads/stretches'

const problems = problemsOf(readPlaces(), ...readTables())
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
