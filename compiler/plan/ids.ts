/** Place of a node in `nodes` of the plan; likewise the ids below. */
export type NodeId = number;
export type JoinId = number;
export type MemoryId = number;
export type PartId = number;
export type RuleId = number;
export type RegexSetId = number;
