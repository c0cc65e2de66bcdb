/** The road authorities of the three countries, in their own languages. */
export const roadAuthorities = [
  { name: 'nav.authority_no', href: 'https://www.vegvesen.no/', lang: 'no' },
  { name: 'nav.authority_dk', href: 'https://www.fstyr.dk/', lang: 'da' },
  { name: 'nav.authority_se', href: 'https://www.transportstyrelsen.se/', lang: 'sv' },
] as const
