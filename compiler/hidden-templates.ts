/** Names of the templates and the rule that only the compiler declares. */

/** Hidden fact that is asserted just before each run; rules with temporal conditions match it last. */
export const TICK_TEMPLATE = '__service_tick';
/** Hidden fact asserted before all else when a module with aggregates gets the focus; its rules match theirs last. */
export const STAGE_TEMPLATE = '__service_stage';
/** The rule that asserts it, first of its module. */
export const STAGE_RULE = '__stage';
/** Templates of facts that exist only while rules fire. */
export const RUN_TEMPLATES: ReadonlySet<string> = new Set([TICK_TEMPLATE, STAGE_TEMPLATE]);
/** Hidden fact that a firing asserts first. */
export const DECISION_TEMPLATE = '__service_decision';
/** Hidden facts that a firing asserts next, one an obligation. */
export const OBLIGATION_TEMPLATE = '__service_obligation';
