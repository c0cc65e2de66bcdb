/** The command line: `samtur <command>`. */
import { runCommandLine } from './operating/commands/program.ts'

process.exitCode = await runCommandLine(process.argv.slice(2))
