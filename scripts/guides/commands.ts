/** The commands that the docs name: blocks of the shell and of SQL, and pieces of code in a sentence that begin with a program. */
import fs from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/** Everything that people follow. Decisions are history, and the measurements write the page of their figures. */
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...fs.globSync(['docs/*.md', 'docs/operating/*.md'], { cwd: root }).toSorted(),
].filter((page) => page !== 'docs/performance.md')

const programs =
  'age|age-keygen|apt-get|cat|chgrp|chmod|cp|curl|df|docker|du|echo|git|grep|haproxy|install|journalctl|jq|kill|ln|mkdir|nginx|node|npm|npx|openssl|pg_\\w+|promtool|psql|rm|runuser|samtur|select|socat|systemctl|tail|tar|ulimit|useradd|zstd'
const inSentence = new RegExp(`\`((?:\\w+=\\S+ )*(?:\\./)?(?:${programs}) [^\`]*[^\`-])\``, 'g')

export interface Command {
  page: string
  /** What the shell runs: of a block all its lines. */
  text: string
  /** By which the table of runs names it: its text, or the first line of a block. */
  name: string
}

function commandsOf(page: string): Command[] {
  const content = fs.readFileSync(path.join(root, page), 'utf8')
  const block = /^( *)```(?:sh|sql)\n([^]*?)^\1```$/gm
  const blocks = Array.from(content.matchAll(block), ([, indent = '', text = '']) => {
    const lines = text.trimEnd().split('\n')
    return split(lines.map((line) => line.slice(indent.length).replace(/ +# .*$/, '')))
  }).flat()
  const sentences = content.replace(/^( *)```\w*\n[^]*?^\1```$/gm, '').matchAll(inSentence)
  const texts = [...blocks, ...Array.from(sentences, ([, text = '']) => text)]
  return texts.map((text) => ({ page, text: forShell(text), name: text.replace(/\n[^]*/, ' …') }))
}

/** A query goes to the product's database. */
const forShell = (text: string) =>
  text.startsWith('select ')
    ? `runuser -u postgres -- psql samtur -v ON_ERROR_STOP=1 <<'END'\n${text.replace(/;?$/, ';')}\nEND`
    : text

/** A block is run whole; one of npm's commands alone lists them beside each other. */
const split = (lines: string[]) => (lines.every((line) => line.startsWith('npm ')) ? lines : [lines.join('\n')])

/** Returns each command once, also where several pages name it. Throws where two blocks begin with the same line. */
export function listCommands(): Command[] {
  const found = new Map<string, Command>()
  for (const command of pages.flatMap(commandsOf)) {
    const same = found.get(command.name)
    if (same && same.text !== command.text)
      throw new Error(`${command.page} and ${same.page} have different blocks that begin with: ${command.name}`)
    if (!same) found.set(command.name, command)
  }
  return [...found.values()]
}
