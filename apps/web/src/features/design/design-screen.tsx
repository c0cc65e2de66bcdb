import type { ReactNode } from 'react'
import { useT } from '#lib/i18n'
import { Page, PageHeader, Section } from '#ui/page'
import { ButtonParts } from './button-parts.tsx'
import { ColourParts } from './colour-parts.tsx'
import { DialogParts } from './dialog-parts.tsx'
import { FieldParts } from './field-parts.tsx'
import { IconParts } from './icon-parts.tsx'
import { NavigationParts } from './navigation-parts.tsx'
import { RideParts } from './ride-parts.tsx'
import { StateParts } from './state-parts.tsx'
import { StatusParts } from './status-parts.tsx'
import { TypeParts } from './type-parts.tsx'

/** Shows every part of the design system in every state, in the page's language and theme. `theme` is the theme picker. */
export function DesignScreen({ theme }: { theme: ReactNode }) {
  const t = useT()
  return (
    <Page>
      <PageHeader title={t('design.title')} lead={t('design.lead')} />
      <div className="w-fit rounded-card border border-line bg-surface p-3">{theme}</div>
      <Section title={t('design.colours')}>
        <ColourParts />
      </Section>
      <Section title={t('design.type')}>
        <TypeParts />
      </Section>
      <Section title={t('design.buttons')}>
        <ButtonParts />
      </Section>
      <Section title={t('design.fields')}>
        <FieldParts />
      </Section>
      <Section title={t('design.rides')}>
        <RideParts />
      </Section>
      <Section title={t('design.status')}>
        <StatusParts />
      </Section>
      <Section title={t('design.navigation')}>
        <NavigationParts />
      </Section>
      <Section title={t('design.dialogs')}>
        <DialogParts />
      </Section>
      <Section title={t('design.states')}>
        <StateParts />
      </Section>
      <Section title={t('design.icons')}>
        <IconParts />
      </Section>
    </Page>
  )
}
