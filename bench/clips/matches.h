/* Defines the host's `service-matches` in an environment, when the harness is built with PCRE2. */
#ifndef FERRULE_BENCH_MATCHES_H
#define FERRULE_BENCH_MATCHES_H

void define_matches(void *environment);

#endif
