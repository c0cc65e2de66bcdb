import { counting, greenMission } from '@samtur/contract/constants'
import type { Figures } from '@samtur/contract/pages'

/** Returns the counter's value after so many milliseconds: fast at first, and exactly the figure at the end. */
export function countAt(target: number, elapsed: number, duration: number): number {
  const part = Math.min(1, Math.max(0, elapsed / duration))
  return Math.round(target * (1 - (1 - part) ** 3))
}

export const campaign = [
  { key: 'rides', target: greenMission.rides, duration: counting.rides },
  { key: 'co2', target: greenMission.co2Kg, duration: counting.co2 },
  { key: 'saved', target: greenMission.savedNok, duration: counting.saved },
] as const

/** Returns whether there are figures to show; a new installation has none. Kilometres are not known of every ride. */
export const hasFigures = (figures: Figures | undefined): figures is Figures =>
  figures !== undefined && figures.shared_trips > 0

/** When the statements were last reviewed. */
export const statementsUpdated = { privacy: '2026-11-25', accessibility: '2026-11-22' } as const

interface Source {
  /** The name of the source in its own country. */
  name: string
  lang: 'no' | 'da' | 'sv' | 'en'
  /** The source has no date, which is then shown. */
  undated?: true
}

/** Sources of the texts about the law; the year is in the name. */
export const sources = {
  licenceNo: {
    name: 'lov 15. mars 2024 nr. 10; Prop. 39 L (2023–2024) kapittel 5; Innst. 201 L (2023–2024)',
    lang: 'no',
  },
  taxiDk: {
    name: 'taxiloven § 1, stk. 2 (lov nr. 1538 af 2017, LBK nr. 434 af 2023); Færdselsstyrelsens vejledning',
    lang: 'da',
  },
  taxiSe: { name: 'SOU 2016:86; taxitrafiklagen (2012:211)', lang: 'sv' },
  gdpr: { name: 'GDPR, EU 2016/679, art. 15, 17, 20', lang: 'en' },
  dsa: { name: 'Digital Services Act, EU 2022/2065, art. 16, 17', lang: 'en' },
  coverGb: { name: 'Liftshare', lang: 'en', undated: true },
  taxNo: { name: 'skatteetaten.no, «Deling av bil og samkjøring»', lang: 'no', undated: true },
  taxDk: { name: 'Skattestyrelsen, Den juridiske vejledning, A.F.3.1', lang: 'da', undated: true },
  taxSe: { name: 'skatteverket.se', lang: 'sv', undated: true },
  childrenAll: { name: 'politiet.no; tryggtrafikk.no; ntf.se', lang: 'no', undated: true },
  childrenNo: { name: 'politiet.no; tryggtrafikk.no', lang: 'no', undated: true },
  childrenSe: { name: 'ntf.se', lang: 'sv', undated: true },
} as const satisfies Record<string, Source>
export type SourceName = keyof typeof sources
