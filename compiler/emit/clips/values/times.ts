/** Deffunctions of `time`: RFC 3339 and dates, in milliseconds since the epoch. */
import { EARLIEST_TIME, LATEST_TIME } from '../../../../runtime/values/time-text.ts';
import { definition, reading } from './definition.ts';
import { DIGITS } from './numbers.ts';
import { TEXT } from './texts.ts';

/** The number that some digits write, or -1 if there are not as many. */
const FIXED = definition(
  'value-fixed*',
  [DIGITS],
  `(?text ?from ?count)
   (if (< (value-digits* ?text ?from) (+ ?from ?count)) then (return -1))
   (string-to-field (sub-string ?from (+ ?from (- ?count 1)) ?text))`,
);

const IN_RANGE = definition(
  'value-time-in-range*',
  [],
  `(?time)
   (if (and (>= ?time ${EARLIEST_TIME}) (<= ?time ${LATEST_TIME})) then ?time else FALSE)`,
);

/** Days since the epoch of a date, or FALSE. Years are counted from March, so that the leap day is a year's last. */
const DAYS = definition(
  'value-days*',
  [FIXED],
  `(?text)
   (bind ?year (value-fixed* ?text 1 4))
   (bind ?month (value-fixed* ?text 6 2))
   (bind ?day (value-fixed* ?text 9 2))
   (if (or (< ?year 0) (< ?month 1) (> ?month 12) (neq (sub-string 5 5 ?text) "-") (neq (sub-string 8 8 ?text) "-"))
    then (return FALSE))
   (bind ?leap (and (= (mod ?year 4) 0) (or (<> (mod ?year 100) 0) (= (mod ?year 400) 0))))
   (bind ?most (if (and ?leap (= ?month 2)) then 29 else (nth$ ?month (create$ 31 28 31 30 31 30 31 31 30 31 30 31))))
   (if (or (< ?day 1) (> ?day ?most)) then (return FALSE))
   (bind ?years (+ ?year (if (<= ?month 2) then 399 else 400)))
   (bind ?of-era (mod ?years 400))
   (bind ?of-year (+ (div (+ (* 153 (mod (+ ?month 9) 12)) 2) 5) (- ?day 1)))
   (bind ?of-years (- (+ (* ?of-era 365) (div ?of-era 4)) (div ?of-era 100)))
   (- (+ (* (div ?years 400) 146097) ?of-years ?of-year) 865565)`,
);

/** Minutes of a zone that begins at a position and ends the text, or FALSE. */
const OFFSET = definition(
  'value-offset*',
  [FIXED],
  `(?text ?from)
   (bind ?zone (sub-string ?from (str-length ?text) ?text))
   (if (or (eq ?zone "Z") (eq ?zone "z")) then (return 0))
   (bind ?sign (sub-string 1 1 ?zone))
   (bind ?hour (value-fixed* ?zone 2 2))
   (bind ?minute (value-fixed* ?zone 5 2))
   (if (or (<> (str-length ?zone) 6) (and (neq ?sign "+") (neq ?sign "-")) (neq (sub-string 4 4 ?zone) ":")
       (< ?hour 0) (> ?hour 23) (< ?minute 0) (> ?minute 59))
    then (return FALSE))
   (* (+ (* ?hour 60) ?minute) (if (eq ?sign "-") then -1 else 1))`,
);

/** The time, or FALSE. */
const FOUND_TIME = definition(
  'value-time*',
  [DAYS, OFFSET, IN_RANGE, DIGITS, TEXT],
  `(?value)
   (bind ?text (value-text* ?value))
   (bind ?length (str-length ?text))
   (if (< ?length 10) then (return FALSE))
   (bind ?days (value-days* ?text))
   (if (not ?days) then (return FALSE))
   (if (= ?length 10) then (return (value-time-in-range* (* ?days 86400000))))
   (bind ?hour (value-fixed* ?text 12 2))
   (bind ?minute (value-fixed* ?text 15 2))
   (bind ?second (value-fixed* ?text 18 2))
   (if (or (and (neq (sub-string 11 11 ?text) "T") (neq (sub-string 11 11 ?text) "t"))
       (neq (sub-string 14 14 ?text) ":") (neq (sub-string 17 17 ?text) ":")
       (< ?hour 0) (> ?hour 23) (< ?minute 0) (> ?minute 59) (< ?second 0) (> ?second 60))
    then (return FALSE))
   (bind ?zone 20)
   (bind ?milliseconds 0)
   (if (eq (sub-string 20 20 ?text) ".") then
      (bind ?zone (value-digits* ?text 21))
      (if (= ?zone 21) then (return FALSE))
      (bind ?digits (str-cat (sub-string 21 (- ?zone 1) ?text) "00"))
      (bind ?milliseconds (string-to-field (sub-string 1 3 ?digits))))
   (bind ?offset (value-offset* ?text ?zone))
   (if (not ?offset) then (return FALSE))
   (bind ?minutes (- (+ (* ?hour 60) ?minute) ?offset))
   (value-time-in-range* (+ (* ?days 86400000) (* ?minutes 60000) (* ?second 1000) ?milliseconds))`,
);

export const TIME = reading('value-time', FOUND_TIME, '?value', 'integerp', '0');

/** The first moment of a date in a zone, which the host gives; FALSE for other texts, and without a host. */
const FOUND_ZONE_TIME = definition(
  'value-zone-time*',
  [FOUND_TIME],
  `(?value ?zone)
   (if (<> (str-length ?value) 10) then (return (value-time* ?value)))
   (if (not (value-time* ?value)) then (return FALSE))
   (service-day-start ?zone ?value)`,
);

export const ZONE_TIME = reading('value-zone-time', FOUND_ZONE_TIME, '?value ?zone', 'integerp', '0');
