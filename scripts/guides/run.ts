/** How a command of the docs is run. */
import { type Command, listCommands } from './commands.ts'

export interface Run {
  /** The command, or the first line of its block. */
  command: string
  /** What is replaced in it: names, addresses and files of the example. */
  with?: Readonly<Record<string, string>>
  /** Commands of the shell before it that bring about the state in which people run it. */
  before?: string
  /** Commands of the shell that show what it has done; they have to succeed. */
  after?: string
  /** What it prints. */
  prints?: RegExp
  /** Its exit code, where it is not 0. */
  code?: number
  /** It does not end by itself: it is ended once it has printed what `prints` says. */
  serves?: true
}

const commands = new Map(listCommands().map((command) => [command.name, command]))

/** Returns the command as it stands in the docs, with what is replaced. Throws where it is not there, or does not contain what is to be replaced. */
export function textOf({ command, with: replaced = {} }: Run): string {
  let { text } = commandNamed(command)
  for (const [from, to] of Object.entries(replaced)) {
    if (!text.includes(from)) throw new Error(`'${command}' does not contain '${from}'`)
    text = text.replaceAll(from, to)
  }
  return text
}

function commandNamed(name: string): Command {
  const found = commands.get(name)
  if (!found) throw new Error(`no page of the docs has the command: ${name}`)
  return found
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Returns commands of the shell that run it and fail where it does not do what the table says. They keep its output, which `findProblem` reads. */
function scriptOf(run: Run): string {
  const own = `sh -eu -c ${quoted(textOf(run))}`
  const work = run.serves
    ? `setsid ${own} > "$output" 2>&1 & pid=$!
       until grep -qE ${quoted(run.prints?.source ?? '')} "$output"; do kill -0 $pid; sleep 0.1; done`
    : `code=0; ${own} > "$output" 2>&1 || code=$?
       [ $code -eq ${run.code ?? 0} ]`
  // The whole group: a program that was started by another one has its port a moment longer.
  const end = run.serves ? 'env kill -TERM -- -$pid; while env kill -0 -- -$pid 2> /dev/null; do sleep 0.1; done' : ''
  return `
    set -eu
    output=$(mktemp)
    trap 'cat "$output"' EXIT
    { ${run.before ?? ':'}
    } > "$output" 2>&1
    ${work}
    { ${run.after ?? ':'}
    } >> "$output" 2>&1
    ${end}`
}

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs it in a shell. Returns what it did not do as the table says, with everything that was printed. */
export async function findProblem(run: Run, shell: (commands: string) => Promise<Ended>): Promise<string | undefined> {
  const { code, stdout, stderr } = await shell(scriptOf(run))
  const output = stdout + stderr
  if (code !== 0) return `${textOf(run)}\nended with an error:\n${output}`
  return run.prints && !run.prints.test(output) ? `${textOf(run)}\ndid not print ${run.prints}:\n${output}` : undefined
}
