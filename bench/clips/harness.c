/* Evaluates a workload with CLIPS in this process, on command.
 *
 *   harness <constructs> <workload>
 *
 * Commands come in on standard input, one a line, and each is answered by one line of JSON:
 *   answers      {"answers":[{"decision":...,"reason":...,"trace":[...]},...]} for every request once
 *   batch <n> [<request>]
 *                {"nanoseconds":...,"processor":...,"mismatches":...} for n evaluations, the requests in turn or only
 *                that one: time by the clock and of the processor. Every evaluation is compared with the answer that
 *                the same request had before
 *
 * An evaluation without session facts is reset, assert, focus, run, read; with session facts it is assert, focus, run,
 * read, and then the retraction of all that came after the session's facts, which is cheaper than to assert those anew. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "workload.h"

#define FIRING_LIMIT 100001

static const char *const DENY_FIRST[] = {"deny", "escalate", "scope", "route", "allow", NULL};
static const char *const ALLOW_FIRST[] = {"allow", "deny", "escalate", "scope", "route", NULL};
static const char DEFAULT_DECISION[] = "deny";
static const char DEFAULT_REASON[] = "default decision (no rules fired)";

typedef struct {
  char *decision;
  char *reason;
} Answer;

static Workload workload;
static Answer *answers;

/* Position of an action in the order of the ruleset's `decide`; -1 for `none`. */
static int rank_of(const char *action) {
  const char *const *order = strcmp(workload.decide, "allow-overrides") == 0 ? ALLOW_FIRST : DENY_FIRST;
  for (int rank = 0; order[rank] != NULL; rank++)
    if (strcmp(order[rank], action) == 0) return rank;
  return -1;
}

/* The decision fact that decides, or NULL. */
static void *deciding_fact(void) {
  const bool first = strcmp(workload.decide, "first") == 0;
  const bool last = strcmp(workload.decide, "last") == 0;
  void *winner = NULL;
  int best = 0;
  for (void *fact = engine_next_decision(NULL); fact != NULL; fact = engine_next_decision(fact)) {
    const int rank = rank_of(engine_decision_action(fact));
    if (rank < 0) continue;
    if (first) return fact;
    if (winner != NULL && !last && rank > best) continue;
    winner = fact;
    best = rank;
  }
  return winner;
}

static void assert_list(const FactList *list) {
  for (size_t i = 0; i < list->count; i++) {
    if (engine_assert(&list->facts[i])) continue;
    fprintf(stderr, "CLIPS refused a fact of template %s\n", list->facts[i].template_name);
    exit(1);
  }
}

static void begin(const FactList *request) {
  static const FactData tick = {.template_name = "__service_tick"};
  static void *tick_template;
  if (workload.session.count == 0) engine_reset();
  assert_list(request);
  if (workload.ticks) {
    if (tick_template == NULL) tick_template = engine_template(tick.template_name);
    FactData fact = tick;
    fact.template_handle = tick_template;
    engine_assert(&fact);
  }
  for (size_t i = workload.focus_count; i-- > 0;) engine_focus(workload.focus[i]);
  engine_run(FIRING_LIMIT);
}

static void end(void) {
  if (workload.session.count > 0) engine_restore_session();
}

/* The texts live until `end`. */
static Firing read_answer(void) {
  Firing answer = {DEFAULT_DECISION, DEFAULT_REASON, ""};
  void *fact = deciding_fact();
  if (fact != NULL) engine_read_decision(fact, &answer);
  return answer;
}

static void print_text(const char *text) {
  putchar('"');
  for (; *text != '\0'; text++) {
    if (*text == '"' || *text == '\\') putchar('\\');
    putchar(*text);
  }
  putchar('"');
}

static void print_answers(void) {
  printf("{\"answers\":[");
  for (size_t i = 0; i < workload.request_count; i++) {
    begin(&workload.requests[i]);
    const Firing answer = read_answer();
    free(answers[i].decision);
    free(answers[i].reason);
    answers[i] = (Answer){strdup(answer.action), strdup(answer.reason)};
    printf("%s{\"decision\":", i == 0 ? "" : ",");
    print_text(answer.action);
    printf(",\"reason\":");
    print_text(answer.reason);
    printf(",\"trace\":[");
    void *fact = engine_next_decision(NULL);
    for (const char *comma = ""; fact != NULL; fact = engine_next_decision(fact), comma = ",") {
      Firing firing;
      engine_read_decision(fact, &firing);
      printf("%s", comma);
      print_text(firing.rule);
    }
    printf("]}");
    end();
  }
  printf("]}\n");
}

static long long nanoseconds_of(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void run_batch(long long count, size_t first, size_t after) {
  long long mismatches = 0;
  size_t request = first;
  const long long started = nanoseconds_of(CLOCK_MONOTONIC);
  const long long started_processor = nanoseconds_of(CLOCK_PROCESS_CPUTIME_ID);
  for (long long i = 0; i < count; i++) {
    begin(&workload.requests[request]);
    const Firing answer = read_answer();
    if (strcmp(answer.action, answers[request].decision) != 0 || strcmp(answer.reason, answers[request].reason) != 0)
      mismatches++;
    end();
    if (++request == after) request = first;
  }
  const long long processor = nanoseconds_of(CLOCK_PROCESS_CPUTIME_ID) - started_processor;
  const long long nanoseconds = nanoseconds_of(CLOCK_MONOTONIC) - started;
  printf("{\"nanoseconds\":%lld,\"processor\":%lld,\"mismatches\":%lld}\n", nanoseconds, processor, mismatches);
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s CONSTRUCTS WORKLOAD\n", argv[0]);
    return 2;
  }
  if (!engine_open(argv[1])) {
    fprintf(stderr, "CLIPS %s does not load %s\n", engine_version(), argv[1]);
    return 1;
  }
  if (!read_workload(argv[2], &workload) || !bind_templates(&workload)) return 1;
  answers = calloc(workload.request_count, sizeof *answers);
  if (answers == NULL) return 1;
  assert_list(&workload.session);
  if (workload.session.count > 0) engine_mark_session();
  char *line = NULL;
  size_t capacity = 0;
  while (getline(&line, &capacity, stdin) >= 0) {
    if (strncmp(line, "batch ", 6) == 0) {
      char *rest;
      const long long count = strtoll(line + 6, &rest, 10);
      const bool all = *rest != ' ';
      const size_t first = all ? 0 : strtoull(rest, NULL, 10);
      run_batch(count, first, all ? workload.request_count : first + 1);
    }
    else if (strncmp(line, "answers", 7) == 0) print_answers();
    fflush(stdout);
  }
  free(line);
  return 0;
}
