import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Me } from '@samtur/contract/accounts'
import { paths } from '@samtur/contract/paths'
import type { Translate } from '@samtur/i18n/translate'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { readablePhone } from '#lib/readable'
import { refreshSession, useMe } from '#lib/session'
import { ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { Page } from '#ui/page'
import { SettingsList } from '../accounts/settings-list.tsx'
import { Facts, genderText, type Fact } from './facts.tsx'
import { PersonHeader } from './person-header.tsx'
import { PictureEditor } from './picture-editor.tsx'
import { profileQuery } from './queries.ts'
import { Reviews } from './reviews.tsx'

export function OwnProfileScreen() {
  const t = useT()
  const me = useMe()
  // New ratings arrive without an action of the person.
  useEffect(() => void refreshSession(), [])
  const format = useFormat()
  const { data: shown } = useQuery({ ...profileQuery(me.id), enabled: me.profile.is_driver })
  const edit = (
    <ButtonLink to={paths.editProfile} variant="quiet" icon="edit">
      {t('profiles.edit')}
    </ButtonLink>
  )
  return (
    <Page className="flex flex-col gap-4.5">
      <PersonHeader
        person={me.profile}
        record={shown?.record}
        picture={<PictureEditor profile={me.profile} />}
        detail={<span className="break-all">{me.email}</span>}
        actions={edit}
      />
      <div className="grid items-start gap-4.5 md:grid-cols-[2fr_3fr] md:grid-rows-[auto_1fr]">
        <Card as="section">
          <h2 className="mb-1.5 text-xl">{t('profiles.personal')}</h2>
          <Facts items={personalFacts(t, me.profile, format.number)} />
        </Card>
        <div className="min-w-0 md:row-span-2">
          <Reviews userId={me.id} name={me.profile.full_name} />
        </div>
        <SettingsList />
      </div>
    </Page>
  )
}

function personalFacts(t: Translate, profile: Me['profile'], number: (value: number) => string): Fact[] {
  const { phone, address, gender, age } = profile
  const missing = <span className="font-normal text-soft">{t('profiles.not_given')}</span>
  return [
    { label: t('profiles.phone'), value: phone ? <bdi dir="ltr">{readablePhone(phone)}</bdi> : missing },
    { label: t('profiles.address'), value: address ? <bdi>{address}</bdi> : missing },
    { label: t('profiles.gender'), value: gender ? genderText(t, gender) : missing },
    { label: t('profiles.age'), value: age === null ? missing : number(age) },
  ]
}
