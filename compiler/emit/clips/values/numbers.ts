/** Deffunctions of `number` and `quantity`: what a text writes is taken apart, and CLIPS reads the number. */
import { definition, reading } from './definition.ts';

/** The position behind the digits at a position. */
export const DIGITS = definition(
  'value-digits*',
  [],
  `(?text ?from)
   (bind ?at ?from)
   (bind ?end (str-length ?text))
   (while (and (<= ?at ?end) (neq (str-index (sub-string ?at ?at ?text) "0123456789") FALSE)) do
      (bind ?at (+ ?at 1)))
   ?at`,
);

/** Sign, digits before and behind the point, TRUE if there is a point, and the position behind all that. */
const DECIMAL = definition(
  'value-decimal*',
  [DIGITS],
  `(?text)
   (bind ?sign (sub-string 1 1 ?text))
   (bind ?from 2)
   (if (and (neq ?sign "+") (neq ?sign "-")) then (bind ?sign "") (bind ?from 1))
   (bind ?point (value-digits* ?text ?from))
   (bind ?whole (sub-string ?from (- ?point 1) ?text))
   (if (neq (sub-string ?point ?point ?text) ".") then (return (create$ ?sign ?whole "" FALSE ?point)))
   (bind ?end (value-digits* ?text (+ ?point 1)))
   (create$ ?sign ?whole (sub-string (+ ?point 1) (- ?end 1) ?text) TRUE ?end)`,
);

/** The exponent with its `e`, which begins at a position and ends the text; empty if it does not. */
const EXPONENT = definition(
  'value-exponent*',
  [DIGITS],
  `(?text ?from)
   (bind ?letter (sub-string ?from ?from ?text))
   (if (and (neq ?letter "e") (neq ?letter "E")) then (return ""))
   (bind ?sign (sub-string (+ ?from 1) (+ ?from 1) ?text))
   (bind ?digits (+ ?from (if (or (eq ?sign "+") (eq ?sign "-")) then 2 else 1)))
   (bind ?end (value-digits* ?text ?digits))
   (if (or (= ?end ?digits) (<= ?end (str-length ?text))) then (return ""))
   (str-cat "e" (sub-string (+ ?from 1) (- ?end 1) ?text))`,
);

/** The number itself, or FALSE if it is not finite. */
const FINITE = definition(
  'value-finite*',
  [],
  `(?number)
   (if (and (= ?number ?number) (<= (abs ?number) 1.7976931348623157e308)) then ?number else FALSE)`,
);

/** The float of digits before and behind the point and an exponent, or FALSE. */
const FLOAT = definition(
  'value-float*',
  [FINITE],
  `(?sign ?whole ?fraction ?exponent)
   (value-finite* (string-to-field (str-cat ?sign (if (eq ?whole "") then "0" else ?whole) "."
      (if (eq ?fraction "") then "0" else ?fraction) ?exponent)))`,
);

/** The number, or FALSE. */
const FOUND_NUMBER = definition(
  'value-number*',
  [DECIMAL, EXPONENT, FLOAT, FINITE],
  `(?value)
   (if (numberp ?value) then (return (value-finite* (float ?value))))
   (if (not (lexemep ?value)) then (return FALSE))
   (bind ?text (str-cat ?value))
   (bind ?parts (value-decimal* ?text))
   (bind ?rest (nth$ 5 ?parts))
   (if (or (eq (nth$ 2 ?parts) "") (and (eq (nth$ 4 ?parts) TRUE) (eq (nth$ 3 ?parts) ""))) then (return FALSE))
   (bind ?exponent (value-exponent* ?text ?rest))
   (if (and (eq ?exponent "") (<= ?rest (str-length ?text))) then (return FALSE))
   (value-float* (nth$ 1 ?parts) (nth$ 2 ?parts) (nth$ 3 ?parts) ?exponent)`,
);

/** The quantity, or FALSE. */
const FOUND_QUANTITY = definition(
  'value-quantity*',
  [DECIMAL, EXPONENT, FLOAT, FINITE],
  `(?value)
   (if (numberp ?value) then (return (value-finite* (float ?value))))
   (if (not (lexemep ?value)) then (return FALSE))
   (bind ?text (str-cat ?value))
   (bind ?parts (value-decimal* ?text))
   (if (and (eq (nth$ 2 ?parts) "") (eq (nth$ 3 ?parts) "")) then (return FALSE))
   (bind ?suffix (sub-string (nth$ 5 ?parts) (str-length ?text) ?text))
   (bind ?at (member$ ?suffix (create$ "" "n" "u" "m" "k" "M" "G" "T" "P" "E")))
   (bind ?exponent (if ?at
      then (nth$ ?at (create$ "" "e-9" "e-6" "e-3" "e3" "e6" "e9" "e12" "e15" "e18"))
      else (value-exponent* ?text (nth$ 5 ?parts))))
   (bind ?power (member$ ?suffix (create$ "Ki" "Mi" "Gi" "Ti" "Pi" "Ei")))
   (if (not (or ?at ?power (neq ?exponent ""))) then (return FALSE))
   (bind ?number (value-float* (nth$ 1 ?parts) (nth$ 2 ?parts) (nth$ 3 ?parts) ?exponent))
   (if (not (and ?number ?power)) then (return ?number))
   (value-finite* (* ?number (nth$ ?power (create$ 1024.0 1048576.0 1073741824.0 1099511627776.0 1125899906842624.0
      1152921504606846976.0))))`,
);

export const NUMBER = reading('value-number', FOUND_NUMBER, '?value', 'floatp', '0.0');
export const QUANTITY = reading('value-quantity', FOUND_QUANTITY, '?value', 'floatp', '0.0');
