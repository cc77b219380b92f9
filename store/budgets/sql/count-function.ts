/**
 * The database function that decides a group of requests: one call, one transaction. It is part of a migration: after a release
 * a change is a new one. Its periods are those of ledger-book.ts and reservation-record.ts in the folder above.
 */
import { MOVED_MS } from '../store-clock.ts';
import { HELD, sumsSince, USED } from './sums.ts';

/**
 * Parameters of the function with their types, in its order. Arrays that begin alike have one element per request, per use,
 * per slot, or per owner. A slot is a key with its window. Places in arrays count from 1.
 */
export const PARAMETERS = {
  request_ids: 'text[]',
  request_keys: 'text[]',
  request_digests: 'text[]',
  /** Times that the rules saw; null: that of the decision. */
  request_times: 'bigint[]',
  /** Place of the request before it with the same key; null: it is the first. */
  request_same: 'int[]',
  /** Sum of ALLOWED and ANY_SHAPE. */
  request_flags: 'int[]',
  /** JSON text; null: it uses none. */
  request_approvals: 'text[]',
  request_asked: 'text[]',
  request_responses: 'text[]',
  request_records: 'text[]',
  /** Milliseconds; null: it holds nothing. */
  request_ttls: 'bigint[]',
  /** Places of its first and last use. */
  request_first: 'int[]',
  request_last: 'int[]',
  use_slots: 'int[]',
  use_shapes: 'text[]',
  use_amounts: 'numeric[]',
  use_limits: 'numeric[]',
  /** Sum of KNOWN, APPROVED, OVERFLOWS and HOLDS. */
  use_flags: 'int[]',
  use_infos: 'int[]',
  /** Ids of keys, sorted. */
  slot_keys: 'text[]',
  slot_owners: 'int[]',
  /** Length of a sliding window; null: it is none. */
  slot_spans: 'bigint[]',
  /** Borders of three successive windows of a calendar; null: it is none. */
  slot_start_1: 'bigint[]',
  slot_start_2: 'bigint[]',
  slot_start_3: 'bigint[]',
  slot_start_4: 'bigint[]',
  /** Budgets. */
  owner_ids: 'text[]',
  /** Locks of the budgets, sorted. */
  owner_locks: 'bigint[]',
  infos: 'text[]',
  /** Lines that the log has. */
  logged: 'bigint[]',
  log_writer: 'text',
  log_process: 'text',
  /** `null`: the clock. */
  given_time: 'bigint',
  ends_holds: 'boolean',
  writes: 'boolean',
} as const;

export const REQUEST_FLAGS = { allowed: 1, anyShape: 2 } as const;
export const USE_FLAGS = { known: 1, approved: 2, overflows: 4, holds: 8 } as const;

const CLOCK = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/**
 * Returns `"due"` and has done nothing if holds are to end first. Otherwise a state for each request, the `sequence` of those
 * that counted, and the sums before it for each use. The states:
 *
 * - `decided`
 * - `known`: a decision had its key before. `same`: a request of this group has it
 * - `moved`: the rules saw another time
 * - `shape`: the uses so far may mean something else. `again`: the time is in none of its windows. `unapproved`
 */
export const COUNT_FUNCTION = `
CREATE FUNCTION ferrule.budget_count(
  ${Object.entries(PARAMETERS)
    .map(([name, type]) => `${name} ${type}`)
    .join(',\n  ')}
) RETURNS jsonb LANGUAGE plpgsql
  SET lock_timeout = '3s' SET plan_cache_mode = force_generic_plan
  -- A plan that was made for small tables must not stay when they grow.
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $count$
DECLARE
  day CONSTANT bigint := 86400000;
  most CONSTANT numeric := 9223372036854775807;
  now_ms bigint := coalesce(given_time, ${CLOCK});
  lock_number bigint;
  fresh int := 0;
  stored int := 0;
  counted int := 0;
  known_keys text[];
  known_digests text[];
  known_decisions text[];
  owner_shapes text[];
  slot int;
  earlier int;
  known_place int;
  state text;
  counts boolean;
  total numeric;
  sum_used numeric[];
  sum_held numeric[];
  slot_since bigint[];
  add_used numeric[] := array_fill(0::numeric, ARRAY[cardinality(slot_keys)]);
  add_held numeric[] := array_fill(0::numeric, ARRAY[cardinality(slot_keys)]);
  slot_infos int[] := array_fill(NULL::int, ARRAY[cardinality(slot_keys)]);
  before_used numeric[] := array_fill(0::numeric, ARRAY[cardinality(use_slots)]);
  before_held numeric[] := array_fill(0::numeric, ARRAY[cardinality(use_slots)]);
  states text[] := array_fill(NULL::text, ARRAY[cardinality(request_ids)]);
  would_count boolean[] := array_fill(false, ARRAY[cardinality(request_ids)]);
  is_counted boolean[] := array_fill(false, ARRAY[cardinality(request_ids)]);
  sequences bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(request_ids)]);
  digests text[] := array_fill(NULL::text, ARRAY[cardinality(request_ids)]);
  decisions text[] := array_fill(NULL::text, ARRAY[cardinality(request_ids)]);
  approval jsonb;
BEGIN
  IF ends_holds AND EXISTS (SELECT FROM ferrule.budget_decision d WHERE d.expires_at <= now_ms) THEN
    RETURN '"due"';
  END IF;
  IF writes THEN
    DELETE FROM ferrule.budget_line l WHERE l.sequence = ANY (logged);
    -- A budget is reset, or gets another meaning, while none of its keys counts.
    FOREACH lock_number IN ARRAY owner_locks LOOP
      PERFORM pg_advisory_xact_lock_shared(lock_number);
    END LOOP;
    INSERT INTO ferrule.budget_key (id, budget)
      SELECT a.id, owner_ids[a.owner] FROM unnest(slot_keys, slot_owners) AS a(id, owner)
      WHERE NOT EXISTS (SELECT FROM ferrule.budget_key k WHERE k.id = a.id) ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS fresh = ROW_COUNT;
    PERFORM 1 FROM ferrule.budget_key k WHERE k.id = ANY (slot_keys) ORDER BY k.id FOR UPDATE;
    SELECT array_agg(r.id), array_agg(r.digest), array_agg(r.decision)
      INTO known_keys, known_digests, known_decisions
      FROM ferrule.budget_request r WHERE r.id = ANY (request_keys) AND r.time > now_ms - day;
  END IF;
  -- A statement of its own: the one that locks could read the clock before it waits.
  SELECT greatest(coalesce(given_time, ${CLOCK}), max(k.counted_at))
    INTO now_ms FROM ferrule.budget_key k WHERE k.id = ANY (slot_keys);
  SELECT array_agg((SELECT b.shape FROM ferrule.budget b WHERE b.id = a.id) ORDER BY a.place)
    INTO owner_shapes FROM unnest(owner_ids) WITH ORDINALITY AS a(id, place);
  SELECT array_agg(q.used ORDER BY q.place), array_agg(q.held ORDER BY q.place), array_agg(q.since ORDER BY q.place)
    INTO sum_used, sum_held, slot_since FROM (
      SELECT a.place, w.since, coalesce(${USED}, 0) AS used, coalesce(${HELD}, 0) AS held
      FROM unnest(slot_keys, slot_spans, slot_start_1, slot_start_2, slot_start_3, slot_start_4)
        WITH ORDINALITY AS a(key, span, start_1, start_2, start_3, start_4, place)
      CROSS JOIN LATERAL (SELECT CASE
        WHEN a.span IS NOT NULL THEN greatest(0, now_ms - a.span + 1)
        WHEN a.start_1 IS NULL THEN 0
        WHEN now_ms < a.start_1 OR now_ms >= a.start_4 THEN NULL
        WHEN now_ms < a.start_2 THEN a.start_1
        WHEN now_ms < a.start_3 THEN a.start_2
        ELSE a.start_3 END AS since) AS w
      LEFT JOIN ferrule.budget_key k ON k.id = a.key ${sumsSince('w.since')}) AS q;
  FOR place IN 1 .. cardinality(request_ids) LOOP
    known_place := array_position(known_keys, request_keys[place]);
    IF known_place IS NOT NULL THEN
      states[place] := 'known';
      digests[place] := known_digests[known_place];
      decisions[place] := known_decisions[known_place];
      CONTINUE;
    END IF;
    earlier := request_same[place];
    WHILE earlier IS NOT NULL AND NOT is_counted[earlier] LOOP
      earlier := request_same[earlier];
    END LOOP;
    IF earlier IS NOT NULL AND writes THEN
      states[place] := 'same';
      digests[place] := request_digests[earlier];
      decisions[place] := request_ids[earlier];
      CONTINUE;
    END IF;
    IF abs(now_ms - request_times[place]) > ${MOVED_MS} THEN
      states[place] := 'moved';
      CONTINUE;
    END IF;
    state := 'decided';
    counts := request_flags[place] & ${REQUEST_FLAGS.allowed} > 0 AND request_last[place] >= request_first[place];
    FOR use IN request_first[place] .. request_last[place] LOOP
      slot := use_slots[use];
      IF owner_shapes[slot_owners[slot]] IS DISTINCT FROM use_shapes[use]
        AND request_flags[place] & ${REQUEST_FLAGS.anyShape} = 0 THEN
        state := 'shape';
        EXIT;
      ELSIF slot_since[slot] IS NULL THEN
        state := 'again';
        EXIT;
      END IF;
      -- Uses that mean something else are not live, and the budget begins again.
      IF owner_shapes[slot_owners[slot]] IS NOT DISTINCT FROM use_shapes[use] THEN
        before_used[use] := sum_used[slot];
        before_held[use] := sum_held[slot];
      END IF;
      total := before_used[use] + before_held[use] + use_amounts[use];
      IF use_flags[use] & ${USE_FLAGS.known} = 0 THEN
        counts := false;
      ELSIF use_flags[use] & ${USE_FLAGS.approved} = 0
        AND (use_flags[use] & ${USE_FLAGS.overflows} > 0 OR total > use_limits[use] OR total > most) THEN
        counts := false;
      END IF;
    END LOOP;
    IF state = 'decided' AND counts AND writes THEN
      IF request_approvals[place] IS NOT NULL THEN
        approval := request_approvals[place]::jsonb;
        UPDATE ferrule.approval a SET used_by = approval->>'call', used_at = (approval->>'now')::timestamptz
          WHERE a.request_digest IS NOT NULL AND a.id = approval->>'id' AND a.state = 'approved'
            AND a.expires_at > (approval->>'now')::timestamptz
            AND a.ruleset_hash = approval->>'hash' AND a.used_by IS NULL;
        IF NOT FOUND THEN
          state := 'unapproved';
        END IF;
      END IF;
      IF state = 'decided' THEN
        counted := counted + 1;
        is_counted[place] := true;
        FOR use IN request_first[place] .. request_last[place] LOOP
          slot := use_slots[use];
          IF use_flags[use] & ${USE_FLAGS.holds} > 0 THEN
            add_held[slot] := add_held[slot] + use_amounts[use];
            sum_held[slot] := sum_held[slot] + use_amounts[use];
          ELSE
            add_used[slot] := add_used[slot] + use_amounts[use];
            sum_used[slot] := sum_used[slot] + use_amounts[use];
          END IF;
          slot_infos[slot] := use_infos[use];
        END LOOP;
      END IF;
    END IF;
    states[place] := state;
    would_count[place] := counts;
  END LOOP;
  IF counted > 0 THEN
    INSERT INTO ferrule.budget_request AS r (id, digest, decision, time)
      SELECT d.key, d.digest, d.id, now_ms
      FROM unnest(request_keys, request_digests, request_ids, is_counted) AS d(key, digest, id, is_counted)
      WHERE d.is_counted ORDER BY d.key
      ON CONFLICT (id) DO UPDATE SET digest = excluded.digest, decision = excluded.decision, time = excluded.time
        WHERE r.time <= now_ms - day;
    GET DIAGNOSTICS stored = ROW_COUNT;
    IF stored < counted THEN
      -- Another server used one of the keys for a request with other budget keys since they were read.
      RAISE EXCEPTION 'an idempotency key was used meanwhile' USING ERRCODE = '40001';
    END IF;
    -- A number that is given is not taken back: from here on nothing is expected to fail.
    FOR place IN 1 .. cardinality(request_ids) LOOP
      IF is_counted[place] THEN
        sequences[place] := nextval('ferrule.budget_sequence');
      END IF;
    END LOOP;
    INSERT INTO ferrule.budget_decision (id, time, sequence, asked, used, held, response, record, expires_at)
      SELECT d.id, now_ms, d.sequence, d.asked, before_used[d.first:d.last]::text[], before_held[d.first:d.last]::text[],
        d.response, d.record, now_ms + d.ttl
      FROM unnest(request_ids, sequences, request_asked, request_first, request_last, request_responses, request_records,
        request_ttls) AS d(id, sequence, asked, first, last, response, record, ttl) WHERE d.sequence IS NOT NULL;
    INSERT INTO ferrule.budget_line (sequence, writer, process, kept_at, decision)
      SELECT d.sequence, coalesce(log_writer, ''), log_process, now_ms, d.id
      FROM unnest(request_ids, sequences, request_records) AS d(id, sequence, record)
      WHERE d.sequence IS NOT NULL AND d.record IS NOT NULL;
    WITH counted AS (
      UPDATE ferrule.budget_key k
        SET used = k.used + a.used, held = k.held + a.held, counted_at = now_ms, info = infos[a.info]
        FROM unnest(slot_keys, add_used, add_held, slot_infos) AS a(id, used, held, info)
        WHERE k.id = a.id AND a.info IS NOT NULL RETURNING k.id, k.used, k.held
    )
    INSERT INTO ferrule.budget_total (key, time, used, held)
      SELECT c.id, now_ms, c.used, c.held FROM counted c
      ON CONFLICT (key, time) DO UPDATE SET used = excluded.used, held = excluded.held;
    DELETE FROM ferrule.budget_request r WHERE r.id IN (
      SELECT o.id FROM ferrule.budget_request o WHERE o.time <= now_ms - day ORDER BY o.time
      LIMIT 3 * stored FOR UPDATE SKIP LOCKED);
    -- Of what lies before a window only the last sums are read. One group of eight removes some of the rest.
    IF now_ms % 8 = 0 THEN
      DELETE FROM ferrule.budget_total t WHERE (t.key, t.time) IN (
        SELECT a.id, o.time FROM unnest(slot_keys, slot_since, slot_infos) AS a(id, since, info), LATERAL (
          SELECT b.time FROM ferrule.budget_total b WHERE b.key = a.id AND b.time < (
            SELECT max(l.time) FROM ferrule.budget_total l WHERE l.key = a.id AND l.time < a.since)
          ORDER BY b.time LIMIT 64) AS o
        WHERE a.info IS NOT NULL);
      DELETE FROM ferrule.budget_decision d WHERE d.id IN (
        SELECT o.id FROM ferrule.budget_decision o WHERE o.time <= now_ms - 35 * day AND o.expires_at IS NULL ORDER BY o.time
        LIMIT 256 FOR UPDATE SKIP LOCKED);
    END IF;
  END IF;
  IF fresh > 0 THEN
    -- Keys that were made to be locked, and of which nothing counted.
    DELETE FROM ferrule.budget_key k WHERE k.id = ANY (slot_keys) AND k.counted_at = 0;
  END IF;
  RETURN jsonb_build_object('time', now_ms, 'states', states, 'counts', would_count, 'sequences', sequences,
    'digests', digests, 'decisions', decisions, 'used', before_used::text[], 'held', before_held::text[]);
END
$count$`;
