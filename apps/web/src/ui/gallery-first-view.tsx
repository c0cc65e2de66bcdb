/* i18n-exempt: design gallery */
import { useState } from 'react'
import { UnreadDot } from './badge.tsx'
import { Button, IconButton } from './button.tsx'
import { Combobox } from './combobox.tsx'
import { DateField } from './date-field.tsx'
import { DisclosureMenu } from './disclosure-menu.tsx'
import { Field } from './field.tsx'
import { dateTexts, places, placeTexts } from './gallery-samples.ts'
import { HeroLandscape } from './hero-landscape.tsx'
import { Logo } from './logo.tsx'

const more = ['Hjelp og støtte', 'Lover og regler', 'Vilkår', 'Grønn misjon'].map((label) => ({
  label,
  to: `#${label}`,
}))
const languages = [
  { label: 'Norsk', lang: 'no', current: true },
  { label: 'English', lang: 'en' },
  { label: 'العربية', lang: 'ar' },
].map((item) => ({ ...item, key: item.lang, onSelect: () => {} }))

function Bar() {
  const link =
    'inline-flex min-h-11 items-center rounded-field px-3 text-soft no-underline hover:bg-sunk hover:text-text'
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface">
      <nav aria-label="Hovedmeny" className="mx-auto flex h-16 max-w-page items-center gap-1 px-4 sm:px-8">
        <a href="#top" className="me-3 rounded-sm no-underline">
          <Logo name="Samtur" />
        </a>
        <div className="hidden items-center md:flex">
          <a href="#turer" aria-current="page" className={`${link} font-semibold text-text`}>
            Turer
          </a>
          <a href="#chat" className={link}>
            Chat
            <UnreadDot label="Uleste meldinger" className="ms-1 -mt-3" />
          </a>
          <DisclosureMenu label="Mer" items={more} />
        </div>
        <div className="ms-auto flex items-center gap-2">
          <DisclosureMenu label="Norsk" name="Språk: Norsk" icon="globe" items={languages} align="end" plain />
          <Button icon="plus" className="max-md:hidden">
            Publiser tur
          </Button>
          <IconButton icon="menu" label="Meny" className="md:hidden" />
        </div>
      </nav>
    </header>
  )
}

function SearchBar() {
  const [from, setFrom] = useState('Hamar')
  const [to, setTo] = useState('')
  const [date, setDate] = useState('2026-11-27')
  const matching = (text: string) => places.filter((place) => place.label.toLowerCase().includes(text.toLowerCase()))
  return (
    <form
      role="search"
      onSubmit={(event) => event.preventDefault()}
      className="grid gap-1 rounded-card border border-line bg-surface p-2.5 shadow-float md:grid-cols-[1fr_1fr_15rem_auto] md:items-center"
    >
      <Field variant="inset" label="Fra">
        <Combobox
          value={from}
          onChange={setFrom}
          options={matching(from)}
          texts={placeTexts}
          placeholder="By eller sted"
        />
      </Field>
      <Field variant="inset" label="Til">
        <Combobox value={to} onChange={setTo} options={matching(to)} texts={placeTexts} placeholder="By eller sted" />
      </Field>
      <Field variant="inset" label="Dato">
        <DateField
          value={date}
          onChange={setDate}
          locale="nb-NO"
          today="2026-11-20"
          min="2026-11-20"
          texts={dateTexts}
        />
      </Field>
      <Button type="submit" variant="sun" size="lg" icon="search" className="md:px-7 md:py-4">
        Søk
      </Button>
    </form>
  )
}

export function GalleryFirstView() {
  return (
    <>
      <Bar />
      <div className="on-hero relative overflow-hidden bg-hero text-on-hero">
        <HeroLandscape />
        <div className="relative mx-auto max-w-page px-4 pt-16 pb-36 sm:px-8 md:pt-20 md:pb-32">
          <p className="max-w-[12ch] font-heading text-3xl sm:text-4xl md:text-5xl">Del turen, del kostnaden</p>
          <p className="mt-4 max-w-[34rem] text-lg text-on-hero-soft">
            Finn noen som likevel skal samme vei – i Norge, Danmark og Sverige. Dere deler utgiftene. Ingen tjener på
            det, unntatt kloden.
          </p>
        </div>
      </div>
      <div className="relative mx-auto -mt-24 w-full max-w-page px-4 sm:px-8 md:-mt-16">
        <SearchBar />
      </div>
    </>
  )
}
