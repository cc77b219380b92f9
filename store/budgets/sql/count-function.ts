/** The database function that decides a group of requests: one call, one transaction. */
import { HELD, sumsSince, USED } from './sums.ts';

/**
 * `items`: the requests in their order. `keys`: ids of all keys that they use, sorted, with the `owners` of each. `infos`: what
 * is known of keys. `locks`: of their budgets, sorted. `given`: the time; null: the clock. Returns `"due"` and has done nothing
 * if holds are to end first, else a reply per item:
 *
 * - `decided`, with the sums before it, and `sequence` if it counted
 * - `known`: its key was used by a decision before. `same`: by an item before
 * - `shape`: the uses so far may mean something else. `again`: the time is in none of its windows. `unapproved`
 */
export const COUNT_FUNCTION = `
CREATE FUNCTION ferrule.budget_count(
  items jsonb, requests text[], keys text[], owners text[], infos text[], locks bigint[], logged bigint[],
  log_writer text, log_process text, given bigint, ends_holds boolean, writes boolean
) RETURNS jsonb LANGUAGE plpgsql SET lock_timeout = '3s' AS $count$
DECLARE
  day CONSTANT bigint := 86400000;
  most CONSTANT numeric := 9223372036854775807;
  now_ms bigint := coalesce(given, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint);
  lock_number bigint;
  fresh int := 0;
  stored int;
  known jsonb;
  shapes jsonb;
  item jsonb;
  use jsonb;
  place int := 0;
  state text;
  counts boolean;
  n int;
  amount numeric;
  amount_used numeric;
  amount_held numeric;
  total numeric;
  starts bigint[];
  since bigint;
  sequence_number bigint;
  used numeric[];
  held numeric[];
  sum_used numeric[] := array_fill(NULL::numeric, ARRAY[cardinality(keys)]);
  sum_held numeric[] := array_fill(NULL::numeric, ARRAY[cardinality(keys)]);
  add_used numeric[] := array_fill(0::numeric, ARRAY[cardinality(keys)]);
  add_held numeric[] := array_fill(0::numeric, ARRAY[cardinality(keys)]);
  first_of bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(keys)]);
  info_of int[] := array_fill(NULL::int, ARRAY[cardinality(keys)]);
  new_requests text[] := '{}';
  new_digests text[] := '{}';
  new_decisions text[] := '{}';
  replies jsonb[] := '{}';
BEGIN
  IF ends_holds AND EXISTS (SELECT FROM ferrule.budget_decision d WHERE d.expires_at <= now_ms) THEN
    RETURN '"due"';
  END IF;
  IF writes THEN
    DELETE FROM ferrule.budget_line l WHERE l.sequence = ANY (logged);
    -- A budget is reset, or gets another meaning, while none of its keys counts.
    FOREACH lock_number IN ARRAY locks LOOP
      PERFORM pg_advisory_xact_lock_shared(lock_number);
    END LOOP;
    INSERT INTO ferrule.budget_key (id, budget)
      SELECT a.id, a.owner FROM unnest(keys, owners) AS a(id, owner) ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS fresh = ROW_COUNT;
    PERFORM 1 FROM ferrule.budget_key k WHERE k.id = ANY (keys) ORDER BY k.id FOR UPDATE;
  END IF;
  -- A statement of its own: the one that locks could read the clock before it waits.
  SELECT greatest(coalesce(given, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint), max(k.counted_at))
    INTO now_ms FROM ferrule.budget_key k WHERE k.id = ANY (keys);
  SELECT coalesce(jsonb_object_agg(r.id, jsonb_build_object('kind', 'known', 'digest', r.digest, 'decision', r.decision)), '{}')
    INTO known FROM ferrule.budget_request r WHERE writes AND r.id = ANY (requests) AND r.time > now_ms - day;
  SELECT coalesce(jsonb_object_agg(b.id, b.shape), '{}')
    INTO shapes FROM ferrule.budget b WHERE b.id = ANY (owners);
  FOR item IN SELECT e.value FROM jsonb_array_elements(items) WITH ORDINALITY AS e(value, at) ORDER BY e.at LOOP
    place := place + 1;
    IF known ? (item->>'request') THEN
      replies[place] := known->(item->>'request');
      CONTINUE;
    END IF;
    state := 'decided';
    counts := (item->>'allowed')::boolean;
    sequence_number := NULL;
    used := '{}';
    held := '{}';
    FOR use IN SELECT e.value FROM jsonb_array_elements(item->'uses') WITH ORDINALITY AS e(value, at) ORDER BY e.at LOOP
      IF shapes->>(use->>'budget') IS DISTINCT FROM use->>'shape' AND NOT (item->>'any_shape')::boolean THEN
        state := 'shape';
        EXIT;
      END IF;
      n := (use->>'key')::int;
      amount := (use->>'amount')::numeric;
      IF sum_used[n] IS NULL THEN
        since := 0;
        IF use ? 'span' THEN
          since := greatest(0, now_ms - (use->>'span')::bigint + 1);
        ELSIF use ? 'starts' THEN
          starts := ARRAY(SELECT e.value::bigint FROM jsonb_array_elements_text(use->'starts') AS e(value));
          IF now_ms < starts[1] OR now_ms >= starts[4] THEN
            state := 'again';
            EXIT;
          END IF;
          since := CASE WHEN now_ms < starts[2] THEN starts[1] WHEN now_ms < starts[3] THEN starts[2] ELSE starts[3] END;
        END IF;
        SELECT ${USED}, ${HELD} INTO amount_used, amount_held
          FROM ferrule.budget_key k ${sumsSince('since')} WHERE k.id = keys[n];
        sum_used[n] := coalesce(amount_used, 0);
        sum_held[n] := coalesce(amount_held, 0);
        first_of[n] := since;
      END IF;
      used := used || sum_used[n];
      held := held || sum_held[n];
      total := sum_used[n] + sum_held[n] + amount;
      IF NOT (use->>'known')::boolean THEN
        counts := false;
      ELSIF NOT (use->>'approved')::boolean
        AND ((use->>'overflows')::boolean OR total > (use->>'limit')::numeric OR total > most) THEN
        counts := false;
      END IF;
    END LOOP;
    counts := counts AND cardinality(used) > 0;
    IF state = 'decided' AND counts AND writes THEN
      IF item->'approval' <> 'null' THEN
        UPDATE ferrule.approval a SET used_by = item#>>'{approval,call}', used_at = (item#>>'{approval,now}')::timestamptz
          WHERE a.request_digest IS NOT NULL AND a.id = item#>>'{approval,id}' AND a.state = 'approved'
            AND a.expires_at > (item#>>'{approval,now}')::timestamptz
            AND a.ruleset_hash = item#>>'{approval,hash}' AND a.used_by IS NULL;
        IF NOT FOUND THEN
          state := 'unapproved';
        END IF;
      END IF;
      IF state = 'decided' THEN
        sequence_number := nextval('ferrule.budget_sequence');
        INSERT INTO ferrule.budget_decision (id, time, sequence, asked, used, held, response, record, expires_at)
          VALUES (item->>'id', now_ms, sequence_number, item->>'asked', used::text[], held::text[], item->>'response',
            item->>'record', now_ms + (item->>'ttl')::bigint);
        IF item->>'record' IS NOT NULL THEN
          INSERT INTO ferrule.budget_line (sequence, writer, process, kept_at, decision)
            VALUES (sequence_number, coalesce(log_writer, ''), log_process, now_ms, item->>'id');
        END IF;
        known := known || jsonb_build_object(item->>'request',
          jsonb_build_object('kind', 'same', 'digest', item->>'digest', 'decision', item->>'id'));
        new_requests := new_requests || (item->>'request');
        new_digests := new_digests || (item->>'digest');
        new_decisions := new_decisions || (item->>'id');
        FOR use IN SELECT e.value FROM jsonb_array_elements(item->'uses') AS e(value) LOOP
          n := (use->>'key')::int;
          amount := (use->>'amount')::numeric;
          IF (use->>'holds')::boolean THEN
            add_held[n] := add_held[n] + amount;
            sum_held[n] := sum_held[n] + amount;
          ELSE
            add_used[n] := add_used[n] + amount;
            sum_used[n] := sum_used[n] + amount;
          END IF;
          info_of[n] := (use->>'info')::int;
        END LOOP;
      END IF;
    END IF;
    replies[place] := jsonb_build_object('kind', state, 'counted', counts, 'sequence', sequence_number,
      'used', to_jsonb(used::text[]), 'held', to_jsonb(held::text[]));
  END LOOP;
  IF cardinality(new_requests) > 0 THEN
    INSERT INTO ferrule.budget_request AS r (id, digest, decision, time)
      SELECT a.id, a.digest, a.decision, now_ms FROM unnest(new_requests, new_digests, new_decisions) AS a(id, digest, decision)
      ORDER BY a.id
      ON CONFLICT (id) DO UPDATE SET digest = excluded.digest, decision = excluded.decision, time = excluded.time
        WHERE r.time <= now_ms - day;
    GET DIAGNOSTICS stored = ROW_COUNT;
    IF stored < cardinality(new_requests) THEN
      -- Another server used one of the keys for a request with other budget keys since they were read.
      RAISE EXCEPTION 'an idempotency key was used meanwhile' USING ERRCODE = '40001';
    END IF;
    WITH counted AS (
      UPDATE ferrule.budget_key k
        SET used = k.used + a.used, held = k.held + a.held, counted_at = now_ms, info = infos[a.info]
        FROM unnest(keys, add_used, add_held, info_of) AS a(id, used, held, info)
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
        SELECT a.id, o.time FROM unnest(keys, first_of, info_of) AS a(id, since, info), LATERAL (
          SELECT b.time FROM ferrule.budget_total b WHERE b.key = a.id AND b.time < (
            SELECT max(l.time) FROM ferrule.budget_total l WHERE l.key = a.id AND l.time < a.since)
          ORDER BY b.time LIMIT 64) AS o
        WHERE a.info IS NOT NULL);
      DELETE FROM ferrule.budget_decision d WHERE d.id IN (
        SELECT o.id FROM ferrule.budget_decision o WHERE o.time <= now_ms - 35 * day ORDER BY o.time
        LIMIT 256 FOR UPDATE SKIP LOCKED);
    END IF;
  END IF;
  IF fresh > 0 THEN
    -- Keys that were made to be locked, and of which nothing counted.
    DELETE FROM ferrule.budget_key k WHERE k.id = ANY (keys) AND k.counted_at = 0;
  END IF;
  RETURN jsonb_build_object('time', now_ms, 'replies', to_jsonb(replies));
END
$count$`;
