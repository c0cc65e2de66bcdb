import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Icon } from '#ui/icon'
import { Section } from '#ui/page'

/** How sharing goes, in three steps; members know it. */
export function HowItWorks() {
  const t = useT()
  const { me } = useSession()
  if (me) return null
  const steps = [
    { icon: 'search', text: t('home.step_find') },
    { icon: 'people', text: t('home.step_meet') },
    { icon: 'car', text: t('home.step_share') },
  ] as const
  return (
    <Section id="steps" title={t('home.steps')}>
      <ol className="grid grid-cols-3 gap-2 max-[20rem]:grid-cols-1 sm:gap-4">
        {steps.map(({ icon, text }, index) => (
          <li
            key={icon}
            className="flex min-h-24 min-w-0 flex-col items-center justify-center gap-x-5 gap-y-1.5 rounded-card bg-brand-tint p-2 text-on-tint sm:flex-row"
          >
            <Icon name={icon} size={32} />
            <span className="min-w-0 text-center text-sm hyphens-auto wrap-anywhere sm:text-base">
              <b className="tabular">{index + 1}</b> {text}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
