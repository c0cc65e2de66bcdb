import type { DataExport } from '@samtur/contract/privacy'

export type ExportState = 'none' | 'building' | 'ready' | 'locked' | 'used' | 'failed'

/** Returns what can be done with the file; an expired one counts as none. */
export function exportState(file: DataExport | null, now: number): ExportState {
  if (!file) return 'none'
  if (file.status !== 'ready') return file.status
  if (Date.parse(file.expires_at) <= now) return 'none'
  if (file.locked) return 'locked'
  return file.url ? 'ready' : 'used'
}

/** Returns a file's size for display: whole kilobytes, and tenths of a megabyte. */
export function sizeOf(bytes: number): { size: number; unit: 'kB' | 'MB' } {
  if (bytes < 1_000_000) return { size: Math.max(1, Math.round(bytes / 1000)), unit: 'kB' }
  return { size: Math.round(bytes / 100_000) / 10, unit: 'MB' }
}
