// `npm test -- --matrix`: scans every screen in every language, width and colour scheme with axe. Records the screens without a fault, so
// that `--resume` continues where a run stopped; `--languages=ar,pl`, `--widths=320`, `--schemes=dark` and `--screens=report` select a part.
// `--pictures` keeps a picture of each screen in test-results/pictures.
import fs from 'node:fs'
import path from 'node:path'
import { build } from './build.mjs'
import { execute } from './process.mjs'

const record = path.resolve('.cache/axe-matrix.tsv')

const pictures = path.resolve('test-results/pictures')

const valueOf = (args, name) => args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1]

function printCounts() {
  const lines = fs.existsSync(record) ? fs.readFileSync(record, 'utf8').trim().split('\n').filter(Boolean) : []
  const scans = (group) => group.reduce((sum, line) => sum + Number(line.split('\t')[2]), 0)
  for (const language of new Set(lines.map((line) => line.split('\t')[0]))) {
    const group = lines.filter((line) => line.startsWith(`${language}\t`))
    console.log(`${language}: ${group.length} screens, ${scans(group)} scans without fault`)
  }
  console.log(`${lines.length} screens, ${scans(lines)} scans without fault`)
}

export async function runMatrix(args) {
  if (!args.includes('--resume')) fs.rmSync(record, { force: true })
  const chosen = ['languages', 'widths', 'schemes'].flatMap((name) => {
    const value = valueOf(args, name)
    return value ? [[name.toUpperCase(), value]] : []
  })
  const seen = args.includes('--pictures') ? { PICTURES: pictures } : {}
  const env = { ...process.env, ...Object.fromEntries(chosen), ...seen, MATRIX: record }
  const built = await build()
  if (built !== 0) return built
  const screens = valueOf(args, 'screens')
  const named = screens ? ['-g', screens] : []
  const playwright = ['test', '-c', 'e2e/playwright.config.ts', 'e2e/accessibility.spec.ts', ...named]
  const code = await execute('playwright', playwright, { env })
  printCounts()
  return code
}
