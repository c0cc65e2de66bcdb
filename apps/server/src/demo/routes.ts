/** The routes of the demo's people. Every ride is one of them or a part of one; distances and times come from the roads. */

export type Kind = 'town' | 'airport' | 'ferry' | 'ski' | 'summer'

export interface Route {
  stops: string[]
  kind: Kind
}

const way =
  (kind: Kind) =>
  (stops: string): Route => ({ stops: stops.split(' – '), kind })

const town = way('town')
const airport = way('airport')
const ferry = way('ferry')
/** A route for winter weekends only. */
const ski = way('ski')
/** A route for summer only. */
const summer = way('summer')

const norwegian: Route[] = [
  town('Oslo – Hamar – Lillehammer – Otta – Dombås – Oppdal – Trondheim'),
  town('Bergen – Voss – Lærdalsøyri – Gol – Hønefoss – Oslo'),
  town('Stavanger – Flekkefjord – Kristiansand – Arendal – Larvik – Drammen – Oslo'),
  town('Tromsø – Nordkjosbotn – Bardufoss – Narvik – Fauske – Bodø'),
  town('Bergen – Stord – Haugesund – Stavanger'),
  town('Trondheim – Steinkjer – Mosjøen – Mo i Rana – Fauske – Bodø'),
  town('Oslo – Hamar – Elverum – Tynset – Røros'),
  town('Ålesund – Åndalsnes – Dombås – Lillehammer – Oslo'),
  town('Oslo – Moss – Fredrikstad – Halden'),
  town('Oslo – Drammen – Tønsberg – Sandefjord – Larvik'),
  town('Haugesund – Odda – Kongsberg – Drammen – Oslo'),
  town('Ålesund – Molde – Kristiansund – Trondheim'),
  town('Trondheim – Stjørdal – Åre – Östersund'),
  town('Narvik – Sortland – Svolvær – Leknes'),
  town('Bergen – Førde – Stryn – Ålesund'),
  airport('Lillehammer – Hamar – Gardermoen'),
  airport('Fredrikstad – Moss – Oslo – Gardermoen'),
  airport('Kristiansand – Arendal – Larvik – Torp'),
  airport('Tromsø – Bardufoss – Evenes'),
  airport('Voss – Bergen – Flesland'),
  ferry('Oslo – Drammen – Larvik fergeterminal'),
  ferry('Stavanger – Flekkefjord – Kristiansand fergeterminal'),
  ski('Oslo – Elverum – Trysilfjellet'),
  ski('Oslo – Hønefoss – Gol – Hemsedal skisenter'),
  ski('Oslo – Hamar – Lillehammer – Hafjell'),
  ski('Oslo – Drammen – Kongsberg – Geilo'),
  ski('Bergen – Voss – Myrkdalen'),
  ski('Trondheim – Støren – Oppdal skisenter'),
  ski('Kristiansand – Evje – Hovden alpinsenter'),
  ski('Stavanger – Sinnes'),
  summer('Oslo – Larvik – Kragerø – Risør'),
  summer('Bergen – Haugesund – Stavanger – Kristiansand'),
]

const danish: Route[] = [
  town('Aarhus – Horsens – Vejle – Odense – Ringsted – København'),
  town('Aalborg – Randers – Aarhus – Vejle – Kolding – Esbjerg'),
  town('København – Ringsted – Odense – Kolding – Esbjerg'),
  town('Aarhus – Viborg – Holstebro'),
  town('Aarhus – Vejle – Kolding – Aabenraa – Sønderborg'),
  airport('Aarhus – Horsens – Vejle – Billund Lufthavn'),
  airport('Odense – Nyborg – Ringsted – Københavns Lufthavn'),
  ferry('Aarhus – Randers – Aalborg – Hirtshals Havn'),
  ferry('København – Køge – Næstved – Rødby Færge'),
  summer('Aarhus – Aalborg – Frederikshavn – Skagen'),
]

const swedish: Route[] = [
  town('Oslo – Moss – Göteborg – Halmstad – Malmö – København'),
  town('Stockholm – Västerås – Örebro – Karlstad – Oslo'),
  town('Umeå – Örnsköldsvik – Sundsvall – Gävle – Uppsala – Stockholm'),
  town('Göteborg – Borås – Jönköping – Linköping – Norrköping – Stockholm'),
  town('Malmö – Helsingborg – Halmstad – Göteborg'),
  town('Stockholm – Norrköping – Linköping – Jönköping – Malmö'),
  town('Luleå – Skellefteå – Umeå'),
  town('Göteborg – Trollhättan – Karlstad'),
  town('Malmö – Kristianstad – Karlskrona – Kalmar'),
  town('Östersund – Sundsvall – Gävle – Uppsala – Stockholm'),
  airport('Örebro – Västerås – Arlanda'),
  airport('Jönköping – Borås – Göteborg – Landvetter'),
  ferry('København – Malmö – Ystad hamn'),
  ferry('Stockholm – Nynäshamn hamn'),
  ski('Stockholm – Västerås – Mora – Lindvallen'),
  ski('Göteborg – Karlstad – Malung – Lindvallen'),
  ski('Stockholm – Gävle – Mora – Idre Fjäll'),
  ski('Sundsvall – Östersund – Åre'),
  summer('Stockholm – Norrköping – Västervik – Oskarshamn'),
]

export const routes: Route[] = [...norwegian, ...danish, ...swedish]
