/** Place of a node in `nodes` of the plan; the ids below are the same kind. */
export type NodeId = number;
export type JoinId = number;
export type MemoryId = number;
export type RegionId = number;
export type RuleId = number;
export type RegexSetId = number;
