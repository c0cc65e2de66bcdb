/** The routes of the demo's people, with real distances and times. Every ride is one of them or a part of one. */

export type Kind = 'town' | 'airport' | 'ferry' | 'ski' | 'summer'

export interface Route {
  stops: string[]
  /** Kilometres of the whole route by road. */
  km: number
  /** Driving hours without longer breaks; ferries included. */
  hours: number
  kind: Kind
}

const way =
  (kind: Kind) =>
  (stops: string, km: number, hours: number): Route => ({ stops: stops.split(' – '), km, hours, kind })

const town = way('town')
const airport = way('airport')
const ferry = way('ferry')
/** A route for winter weekends only. */
const ski = way('ski')
/** A route for summer only. */
const summer = way('summer')

const norwegian: Route[] = [
  town('Oslo – Hamar – Lillehammer – Otta – Dombås – Oppdal – Trondheim', 495, 6.6),
  town('Bergen – Voss – Lærdalsøyri – Gol – Hønefoss – Oslo', 480, 7.2),
  town('Stavanger – Flekkefjord – Kristiansand – Arendal – Larvik – Drammen – Oslo', 550, 7.3),
  town('Tromsø – Nordkjosbotn – Bardufoss – Narvik – Fauske – Bodø', 545, 8.4),
  town('Bergen – Stord – Haugesund – Stavanger', 210, 4.8),
  town('Trondheim – Steinkjer – Mosjøen – Mo i Rana – Fauske – Bodø', 705, 9.8),
  town('Oslo – Hamar – Elverum – Tynset – Røros', 395, 5.2),
  town('Ålesund – Åndalsnes – Dombås – Lillehammer – Oslo', 535, 7.5),
  town('Oslo – Moss – Fredrikstad – Halden', 125, 1.6),
  town('Oslo – Drammen – Tønsberg – Sandefjord – Larvik', 135, 1.7),
  town('Haugesund – Odda – Kongsberg – Drammen – Oslo', 450, 7.2),
  town('Ålesund – Molde – Kristiansund – Trondheim', 300, 5.6),
  town('Trondheim – Stjørdal – Åre – Östersund', 265, 3.9),
  town('Narvik – Sortland – Svolvær – Leknes', 290, 4.7),
  town('Bergen – Førde – Stryn – Ålesund', 385, 7.0),
  airport('Lillehammer – Hamar – Gardermoen', 145, 1.8),
  airport('Fredrikstad – Moss – Oslo – Gardermoen', 145, 1.8),
  airport('Kristiansand – Arendal – Larvik – Torp', 205, 2.5),
  airport('Tromsø – Bardufoss – Evenes', 240, 3.5),
  airport('Voss – Bergen – Flesland', 120, 2.0),
  ferry('Oslo – Drammen – Larvik fergeterminal', 135, 1.7),
  ferry('Stavanger – Flekkefjord – Kristiansand fergeterminal', 235, 3.4),
  ski('Oslo – Elverum – Trysilfjellet', 215, 2.9),
  ski('Oslo – Hønefoss – Gol – Hemsedal skisenter', 220, 3.2),
  ski('Oslo – Hamar – Lillehammer – Hafjell', 200, 2.4),
  ski('Oslo – Drammen – Kongsberg – Geilo', 245, 3.6),
  ski('Bergen – Voss – Myrkdalen', 135, 2.1),
  ski('Trondheim – Støren – Oppdal skisenter', 120, 1.8),
  ski('Kristiansand – Evje – Hovden alpinsenter', 205, 3.0),
  ski('Stavanger – Sinnes', 105, 1.8),
  summer('Oslo – Larvik – Kragerø – Risør', 235, 2.9),
  summer('Bergen – Haugesund – Stavanger – Kristiansand', 440, 8.0),
]

const danish: Route[] = [
  town('Aarhus – Horsens – Vejle – Odense – Ringsted – København', 305, 3.2),
  town('Aalborg – Randers – Aarhus – Vejle – Kolding – Esbjerg', 265, 2.8),
  town('København – Ringsted – Odense – Kolding – Esbjerg', 300, 3.1),
  town('Aarhus – Viborg – Holstebro', 120, 1.7),
  town('Aarhus – Vejle – Kolding – Aabenraa – Sønderborg', 195, 2.2),
  airport('Aarhus – Horsens – Vejle – Billund Lufthavn', 100, 1.2),
  airport('Odense – Nyborg – Ringsted – Københavns Lufthavn', 175, 1.8),
  ferry('Aarhus – Randers – Aalborg – Hirtshals Havn', 185, 2.0),
  ferry('København – Køge – Næstved – Rødby Færge', 165, 1.9),
  summer('Aarhus – Aalborg – Frederikshavn – Skagen', 220, 2.5),
]

const swedish: Route[] = [
  town('Oslo – Moss – Göteborg – Halmstad – Malmö – København', 600, 7.2),
  town('Stockholm – Västerås – Örebro – Karlstad – Oslo', 525, 6.6),
  town('Umeå – Örnsköldsvik – Sundsvall – Gävle – Uppsala – Stockholm', 640, 6.9),
  town('Göteborg – Borås – Jönköping – Linköping – Norrköping – Stockholm', 470, 5.0),
  town('Malmö – Helsingborg – Halmstad – Göteborg', 275, 2.9),
  town('Stockholm – Norrköping – Linköping – Jönköping – Malmö', 615, 6.4),
  town('Luleå – Skellefteå – Umeå', 265, 3.1),
  town('Göteborg – Trollhättan – Karlstad', 250, 3.0),
  town('Malmö – Kristianstad – Karlskrona – Kalmar', 285, 3.6),
  town('Östersund – Sundsvall – Gävle – Uppsala – Stockholm', 560, 6.3),
  airport('Örebro – Västerås – Arlanda', 215, 2.4),
  airport('Jönköping – Borås – Göteborg – Landvetter', 180, 2.1),
  ferry('København – Malmö – Ystad hamn', 90, 1.3),
  ferry('Stockholm – Nynäshamn hamn', 60, 0.9),
  ski('Stockholm – Västerås – Mora – Lindvallen', 420, 5.4),
  ski('Göteborg – Karlstad – Malung – Lindvallen', 430, 5.7),
  ski('Stockholm – Gävle – Mora – Idre Fjäll', 480, 6.0),
  ski('Sundsvall – Östersund – Åre', 290, 3.7),
  summer('Stockholm – Norrköping – Västervik – Oskarshamn', 325, 4.0),
]

export const routes: Route[] = [...norwegian, ...danish, ...swedish]
