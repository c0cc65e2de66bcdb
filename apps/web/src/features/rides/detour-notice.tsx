import type { ReactNode } from 'react'
import type { Ride } from '@samtur/contract/rides'
import { useFormat } from '#lib/format'
import { T } from '#lib/i18n'
import { IconShape } from '#ui/icon'

/** A figure with its unit, which stays together and keeps its direction. */
const figure = <bdi className="whitespace-nowrap" />

/** A line that leaves the way and comes back to it. */
const line = 'M3.5 17.5H6c3.8 0 2.2-11 6-11s2.2 11 6 11h2.5M18 14.8l2.7 2.7-2.7 2.7M3.5 17.5v.01'

interface DetourBoxProps {
  title: ReactNode
  className?: string
  children?: ReactNode
}

/** The frame of what is said about a detour. */
export function DetourBox({ title, className = '', children }: DetourBoxProps) {
  return (
    <div
      className={`flex items-start gap-3 rounded-field border border-transparent bg-link-tint px-3.5 py-2.5 leading-snug ${className}`}
    >
      <IconShape d={line} size={24} className="text-link rtl:-scale-x-100" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-break-word text-link">{title}</p>
        {children}
      </div>
    </div>
  )
}

/** Says that the driver would have to make a detour and decides about it, and what it costs. Shows nothing for a ride without a detour. */
export function DetourNotice({ ride, className }: { ride: Pick<Ride, 'detour' | 'currency'>; className?: string }) {
  const { detour } = ride
  if (!detour) return null
  const title = <T id="detours.notice" values={{ minutes: detour.minutes }} components={[figure]} />
  return (
    <DetourBox title={title} className={className}>
      <p className="text-sm text-link empty:hidden">
        <DetourPrice ride={ride} />
      </p>
    </DetourBox>
  )
}

/** Says which part of the price is for the detour; nothing where it costs nothing. */
export function DetourPrice({ ride: { detour, currency } }: { ride: Pick<Ride, 'detour' | 'currency'> }) {
  const format = useFormat()
  if (!detour || detour.price <= 0) return null
  const price = format.price(detour.price, currency).text
  return <T id="detours.price" values={{ price }} components={[figure]} />
}
