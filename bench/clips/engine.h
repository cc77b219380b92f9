/* What the harness needs of CLIPS, so that one harness measures 6.4 (engine-64.c) and 6.3 (engine-63.c). */
#ifndef FERRULE_BENCH_ENGINE_H
#define FERRULE_BENCH_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum { TYPE_STRING, TYPE_SYMBOL, TYPE_INTEGER, TYPE_FLOAT } SlotKind;

typedef struct {
  char *name;
  SlotKind kind;
  char *text;
  long long integer;
  double real;
} SlotData;

/* A fact as a host program holds it: plain data, not text to be parsed. */
typedef struct {
  char *template_name;
  void *template_handle;
  size_t slot_count;
  SlotData *slots;
} FactData;

/* One decision fact. The texts belong to CLIPS and live as long as the fact. */
typedef struct {
  const char *action;
  const char *reason;
  const char *rule;
} Firing;

const char *engine_version(void);

/* Creates the environment and loads the constructs; false when CLIPS rejects them. */
bool engine_open(const char *constructs_path);

/* NULL for a template that is not there. */
void *engine_template(const char *name);
bool engine_assert(const FactData *fact);

/* CLIPS' (reset): no facts, nothing on the agenda. */
void engine_reset(void);

/* Remembers the facts that are there now as those of the session. */
void engine_mark_session(void);

/* Retracts every fact that came after the session's. */
void engine_restore_session(void);

bool engine_focus(const char *module);
long long engine_run(long long limit);

/* Walks the decision facts in order of assertion: NULL gives the first, and is given back after the last. */
void *engine_next_decision(void *decision);
const char *engine_decision_action(void *decision);

/* Reads the whole decision fact. */
void engine_read_decision(void *decision, Firing *firing);

#endif
