/** Each command of the docs has a line that says how a test runs it, and each line a command. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listCommands, root } from './guides/commands.ts'
import { textOf } from './guides/run.ts'
import { inCheckout, inFolder, notRun, onMachine } from './guides/runs.ts'

const runs = [...inFolder, ...onMachine, ...inCheckout]

test('every command of the docs has exactly one line in the table of runs, and every line is a command of the docs', () => {
  const named = [...runs, ...notRun].map(({ command }) => command)
  const commands = listCommands().map(({ name }) => name)
  expect(commands.filter((name) => !named.includes(name))).toEqual([])
  expect(named.toSorted()).toEqual(commands.toSorted())
})

test('what is replaced in a command is there', () => {
  for (const run of runs) expect(textOf(run)).not.toMatch(/<\w+>/)
})

const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const exists = (file: string) => fs.existsSync(path.join(root, file))
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')

test.each(notRun.filter(({ command }) => /^npm (run \w|test)/.test(command)))(
  '$command, which is not run, has a script, options and names that exist',
  ({ command }) => {
    const [name = '', ...args] = command.replace(/^npm (?:run )?/, '').split(/ (?:-- )?/)
    expect(scripts).toHaveProperty(name)
    const [part] = args
    const files = [`scripts/run/${name}.mjs`, ...(name === 'bench' ? [`bench/${part}.ts`] : [])].filter(exists)
    for (const arg of args) {
      if (arg.startsWith('--'))
        expect(files.some((file) => read(file).includes(arg.slice(2).replace(/=.*/, '')))).toBe(true)
      else if (name === 'bench') expect(exists(`bench/${arg}.ts`)).toBe(true)
      else expect(arg === 'operations' || exists(`ops/prove/${arg}.test.ts`)).toBe(true)
    }
  },
)
