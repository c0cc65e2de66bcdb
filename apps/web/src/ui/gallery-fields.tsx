/* i18n-exempt: design gallery */
import { useState } from 'react'
import { IconButton } from './button.tsx'
import { Checkbox, RadioGroup } from './choice.tsx'
import { Combobox } from './combobox.tsx'
import { DateField } from './date-field.tsx'
import { Field } from './field.tsx'
import { dateTexts, places, placeTexts } from './gallery-samples.ts'
import { TextLink } from './link.tsx'
import { RatingInput } from './rating-input.tsx'
import { Select, TextArea, TextInput } from './text-input.tsx'
import { TimeField } from './time-field.tsx'

export function GalleryFields() {
  const [place, setPlace] = useState('')
  const [date, setDate] = useState('')
  const [time, setTime] = useState('')
  const [stars, setStars] = useState(7)
  const [role, setRole] = useState('driver')
  const found = places.filter((each) => each.label.toLowerCase().includes(place.toLowerCase()))
  return (
    <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
      <Field label="Fullt navn" hint="Slik andre ser deg." required>
        <TextInput autoComplete="name" defaultValue="Ingrid Solberg" />
      </Field>
      <Field label="E-post" error="Skriv adressen slik: navn@eksempel.no">
        <TextInput type="email" autoComplete="email" defaultValue="ingrid@" />
      </Field>
      <Field label="Pris per person" hint="Bare delte utgifter.">
        <TextInput inputMode="numeric" defaultValue="300" unit="kr" />
      </Field>
      <Field label="Passord">
        <TextInput
          type="password"
          autoComplete="current-password"
          defaultValue="hemmelig"
          endSlot={<IconButton icon="eye" label="Vis passordet" />}
        />
      </Field>
      <Field label="Sted" hint="Velg fra listen eller skriv selv.">
        <Combobox value={place} onChange={setPlace} options={found} texts={placeTexts} />
      </Field>
      <Field label="Ledige plasser">
        <Select defaultValue="4">
          <option value="3">3</option>
          <option value="4">4</option>
        </Select>
      </Field>
      <Field label="Dato" required>
        <DateField
          value={date}
          onChange={setDate}
          locale="nb-NO"
          today="2026-11-20"
          min="2026-11-20"
          texts={dateTexts}
        />
      </Field>
      <Field label="Avreise">
        <TimeField value={time} onChange={setTime} texts={{ invalid: 'Skriv klokkeslettet slik: 07:30' }} />
      </Field>
      <Field label="Melding" note="(valgfritt)" hint="Fortell hvor du vil bli hentet.">
        <TextArea counter={500} defaultValue="Hei! Jeg har en liten koffert 🙂" />
      </Field>
      <Field label="Låst">
        <TextInput disabled defaultValue="Kan ikke endres" />
      </Field>
      <div className="flex flex-col">
        <Checkbox label="Kjæledyr er velkomne" hint="Gjelder hunder og katter." defaultChecked />
        <Checkbox
          label={
            <>
              Jeg godtar <TextLink to="#terms">vilkårene</TextLink>
            </>
          }
          error="Du må godta vilkårene for å fortsette."
        />
      </div>
      <RadioGroup
        legend="Jeg er helst"
        name="role"
        value={role}
        onChange={(event) => setRole(event.target.value)}
        options={[
          { value: 'driver', label: 'Sjåfør', hint: 'Jeg har bil og ledige plasser.' },
          { value: 'passenger', label: 'Passasjer' },
        ]}
      />
      <div className="md:col-span-2">
        <RatingInput
          legend="Hvordan var turen?"
          value={stars}
          onChange={setStars}
          optionLabel={(value) => `${value} av 10`}
          lowLabel="Dårlig"
          highLabel="Helt topp"
        />
      </div>
    </div>
  )
}
