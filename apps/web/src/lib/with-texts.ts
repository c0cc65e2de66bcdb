import type { CatalogueName } from '@samtur/i18n/translate'
import { needCatalogues } from './i18n.ts'

/** Loads a part of the pages and its texts side by side. The build puts it around every import of such a part (texts.ts). */
export async function withTexts<Module>(load: () => Promise<Module>, names: readonly CatalogueName[]): Promise<Module> {
  const [module] = await Promise.all([load(), needCatalogues(names)])
  return module
}
