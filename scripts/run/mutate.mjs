// `npm run mutate [-- slice ...]`: changes the rules of all slices, or of the named ones, one expression at a time, and lists the changes that no test notices.
import { compileTexts } from './build.mjs'
import { execute } from './process.mjs'

export async function run(slices) {
  const texts = await compileTexts()
  if (texts !== 0) return texts
  const files = slices.flatMap((slice) => [
    `apps/server/src/features/${slice}/rules*.ts`,
    `apps/server/src/features/${slice}/policy*.ts`,
    `!apps/server/src/features/${slice}/*.test.ts`,
  ])
  return execute('stryker', ['run', ...(files.length > 0 ? ['--mutate', files.join(',')] : [])])
}
