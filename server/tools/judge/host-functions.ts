/**
 * The host of a judged evaluation, on both sides: a clock that stands still, and tests of texts cut down to what is
 * drawn, because CLIPS has none: letters are ASCII, and of globs, folders, domains and ranges there are a few.
 */

/** Milliseconds since the epoch; the clock of rules is in seconds. */
export const JUDGE_NOW_MS = 1_000_000;

/** Deffunctions that take the place of the host's functions in CLIPS; loaded before the constructs. */
export const HOST_FUNCTIONS = `
(deffunction MAIN::service-now () ${JUDGE_NOW_MS / 1000}.0)
(deffunction MAIN::service-matches (?pattern ?text)
  (switch ?pattern
    (case "^a" then (eq (sub-string 1 1 ?text) "a"))
    (case "b$" then (eq (sub-string (str-length ?text) (str-length ?text) ?text) "b"))
    (case "^$" then (eq ?text ""))
    (case "a|b" then (or (neq (str-index "a" ?text) FALSE) (neq (str-index "b" ?text) FALSE)))
    (default FALSE)))
(deffunction MAIN::service-equals-ignore-case? (?asked ?text)
  (eq (lowcase (str-cat ?asked)) (lowcase (str-cat ?text))))
(deffunction MAIN::service-in-ignore-case? (?list ?text)
  (progn$ (?item ?list) (if (service-equals-ignore-case? ?item ?text) then (return TRUE)))
  FALSE)
(deffunction MAIN::service-in-cidr? (?network ?text)
  (bind ?written (str-cat ?text))
  (switch (str-cat ?network)
    (case "10.0.0.0/8" then (neq (member$ ?written (create$ "10.0.0.1" "::ffff:10.0.0.2")) FALSE))
    (case "fd00::/8" then (eq ?written "fd00::1"))
    (default FALSE)))
(deffunction MAIN::service-in-some-cidr? (?list ?text)
  (progn$ (?item ?list) (if (service-in-cidr? ?item ?text) then (return TRUE)))
  FALSE)
(deffunction MAIN::service-glob? (?glob ?text)
  (switch (str-cat ?glob)
    (case "a*" then (and (eq (sub-string 1 1 ?text) "a") (eq (str-index "/" ?text) FALSE)))
    (case "/srv/**" then (eq (sub-string 1 5 ?text) "/srv/"))
    (default (eq (str-cat ?text) (str-cat ?glob)))))
(deffunction MAIN::service-path-within? (?folder ?text)
  (and (eq (str-cat ?folder) "/srv")
       (neq (member$ (str-cat ?text) (create$ "/srv/app" "/srv/./log")) FALSE)))
(deffunction MAIN::service-host-within? (?domain ?text)
  (bind ?host (lowcase (str-cat ?text)))
  (switch (str-cat ?domain)
    (case "a" then (eq ?host "a"))
    (case "example.com" then (neq (member$ ?host (create$ "example.com" "https://api.example.com/")) FALSE))
    (default FALSE)))
(deffunction MAIN::service-semver-satisfies? (?range ?text)
  (and (eq (str-cat ?range) "^1.2") (neq (member$ (str-cat ?text) (create$ "1.2.0" "1.9.1")) FALSE)))
`;
