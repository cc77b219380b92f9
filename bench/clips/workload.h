/* A workload as the benchmark writes it to a file: tab-separated lines.
 *   focus   <module>...                         in the order in which they run
 *   decide  <mode>
 *   tick                                        the hidden tick fact is asserted before each run
 *   session (<template> (<slot> <type> <value>)*)
 *   request                                     begins a request
 *   fact    (<template> (<slot> <type> <value>)*)
 * No name or value holds a tab or a line end. */
#ifndef FERRULE_BENCH_WORKLOAD_H
#define FERRULE_BENCH_WORKLOAD_H

#include "engine.h"

typedef struct {
  FactData *facts;
  size_t count;
} FactList;

typedef struct {
  char **focus;
  size_t focus_count;
  char *decide;
  bool ticks;
  FactList session;
  FactList *requests;
  size_t request_count;
} Workload;

/* False, with a message on standard error, for a file that cannot be read. */
bool read_workload(const char *path, Workload *workload);

/* Looks up the templates of all facts; false when one is missing. */
bool bind_templates(Workload *workload);

#endif
