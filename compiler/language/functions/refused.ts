/**
 * Functions of the Basic Programming Guide (6.30 and 6.4) that are not in the language, with the reason that a
 * diagnostic and docs/reference/functions.md give. A policy's decision must follow from its facts alone.
 */
type RefusalReason = keyof typeof REFUSAL_REASONS;

export const REFUSAL_REASONS = {
  evaluation: 'it runs source text made at run time, which cannot be checked ahead of time',
  chance: 'its result depends on chance or on how often it was called',
  clock: 'it reads the clock; use service-now',
  router: 'it reads or writes files, the console or another router',
  process: 'it reaches the process or the operating system',
  engine: "it reads or changes the engine's own state",
  facts: 'it changes working memory; use the assert, retract and modify keys of a rule',
  'fact-address':
    'read facts with fact-set queries (?f:slot); indices and addresses are internal to the engine',
  constructs: 'it inspects or changes the loaded constructs',
  objects: 'the language has no classes or instances',
  dynamic: 'the function or the number of arguments is known only at run time; write the call itself',
  nothing: 'it returns no value',
  removed: 'CLIPS 6.4 removed it',
  'error-state': 'an error fails the evaluation, so no error value exists',
} as const;

const NAMES: readonly (readonly [reason: RefusalReason, names: string])[] = [
  ['evaluation', 'eval build check-syntax assert-string str-assert'],
  ['chance', 'random seed gensym gensym* setgen'],
  ['clock', 'time timer local-time gm-time'],
  [
    'router',
    `open close printout print println read readline read-number get-char put-char unget-char format rename remove
     flush rewind seek tell dribble-on dribble-off fetch toss print-region get-region load load* bload save bsave batch
     batch* load-facts save-facts bload-facts bsave-facts load-instances save-instances restore-instances
     bload-instances bsave-instances constructs-to-c ppfact facts instances`,
  ],
  ['process', 'system exit operating-system chdir set-locale call new'],
  [
    'engine',
    `run halt reset clear agenda focus get-focus get-focus-stack clear-focus-stack list-focus-stack pop-focus refresh
     refresh-agenda set-break remove-break show-breaks matches join-activity join-activity-reset timetag
     get-strategy set-strategy get-salience-evaluation set-salience-evaluation get-current-module set-current-module
     set-dynamic-constraint-checking get-dynamic-constraint-checking set-static-constraint-checking
     get-static-constraint-checking get-fact-duplication set-fact-duplication get-incremental-reset
     set-incremental-reset get-reset-globals set-reset-globals get-beta-memory-resizing set-beta-memory-resizing
     get-auto-float-dividend set-auto-float-dividend get-sequence-operator-recognition
     set-sequence-operator-recognition watch unwatch get-watch-item list-watch-items profile profile-info
     profile-reset get-profile-percent-threshold set-profile-percent-threshold mem-used mem-requests release-mem
     conserve-mem options dependencies dependents primitives-info primitives-usage instance-table-usage show-aht
     show-fht show-fpn show-joins show-opn rule-complexity validate-fact-integrity`,
  ],
  ['facts', 'assert retract modify duplicate'],
  ['fact-address', 'fact-index fact-existp fact-relation fact-slot-names fact-slot-value get-fact-list'],
  [
    'constructs',
    `rules list-defrules ppdefrule undefrule get-defrule-list defrule-module list-deffacts ppdeffacts undeffacts
     get-deffacts-list deffacts-module list-deftemplates ppdeftemplate undeftemplate get-deftemplate-list
     deftemplate-module deftemplate-slot-allowed-values deftemplate-slot-cardinality
     deftemplate-slot-default-value deftemplate-slot-defaultp deftemplate-slot-existp deftemplate-slot-facet-existp
     deftemplate-slot-facet-value deftemplate-slot-multip deftemplate-slot-names deftemplate-slot-range
     deftemplate-slot-singlep deftemplate-slot-types list-deffunctions ppdeffunction undeffunction
     get-deffunction-list deffunction-module list-defgenerics ppdefgeneric undefgeneric get-defgeneric-list
     defgeneric-module list-defmethods ppdefmethod undefmethod get-defmethod-list get-method-restrictions
     preview-generic call-next-method call-specific-method override-next-method next-methodp list-defglobals
     show-defglobals ppdefglobal undefglobal get-defglobal-list defglobal-module list-defmodules ppdefmodule
     get-defmodule-list get-function-list get-function-restrictions apropos type`,
  ],
  [
    'objects',
    `class class-abstractp class-existp class-reactivep class-slots class-subclasses class-superclasses
     describe-class browse-classes defclass-module definstances-module get-defclass-list get-definstances-list
     get-defmessage-handler-list list-defclasses list-definstances list-defmessage-handlers ppdefclass
     ppdefinstances ppdefmessage-handler undefclass undefinstances undefmessage-handler subclassp superclassp
     message-handler-existp preview-send get-class-defaults-mode set-class-defaults-mode slot-allowed-classes
     slot-allowed-values slot-cardinality slot-default-value slot-delete$ slot-direct-accessp slot-direct-delete$
     slot-direct-insert$ slot-direct-replace$ slot-existp slot-facets slot-initablep slot-insert$ slot-publicp
     slot-range slot-replace$ slot-sources slot-types slot-writablep dynamic-get dynamic-put get put
     make-instance active-make-instance initialize-instance active-initialize-instance modify-instance
     active-modify-instance message-modify-instance active-message-modify-instance duplicate-instance
     active-duplicate-instance message-duplicate-instance active-message-duplicate-instance delete-instance
     unmake-instance init-slots send call-next-handler next-handlerp override-next-handler instance-address
     instance-addressp instance-existp instance-name instance-namep instance-name-to-symbol instancep
     symbol-to-instance-name ppinstance object-pattern-match-delay any-instancep find-instance find-all-instances
     do-for-instance do-for-all-instances delayed-do-for-all-instances external-addressp pointerp`,
  ],
  ['dynamic', 'funcall expand$'],
  ['nothing', 'void'],
  [
    'removed',
    `direct-mv-delete direct-mv-insert direct-mv-replace member mv-append mv-delete mv-replace mv-slot-delete
     mv-slot-insert mv-slot-replace mv-subseq nth sequencep str-explode str-implode subset wordp`,
  ],
  ['error-state', 'get-error set-error clear-error'],
];

/** Refused functions by name. */
export const REFUSED: ReadonlyMap<string, RefusalReason> = new Map(
  NAMES.flatMap(([reason, names]) => names.split(/\s+/).map((name) => [name, reason] as const)),
);
