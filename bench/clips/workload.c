#include "workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Grows an array by one and answers its new, empty last element. */
static void *grow(void **items, size_t *count, size_t size) {
  *items = realloc(*items, (*count + 1) * size);
  if (*items == NULL) {
    perror("out of memory");
    exit(1);
  }
  char *item = (char *)*items + *count * size;
  memset(item, 0, size);
  *count += 1;
  return item;
}

/* The next tab-separated word of a line, empty ones included; NULL at its end. */
static char *next_word(char **rest) { return strsep(rest, "\t"); }

static SlotKind slot_kind(const char *name) {
  if (strcmp(name, "SYMBOL") == 0) return TYPE_SYMBOL;
  if (strcmp(name, "INTEGER") == 0) return TYPE_INTEGER;
  if (strcmp(name, "FLOAT") == 0) return TYPE_FLOAT;
  return TYPE_STRING;
}

static bool read_fact(char *rest, FactList *list) {
  FactData *fact = grow((void **)&list->facts, &list->count, sizeof *fact);
  char *word = next_word(&rest);
  if (word == NULL) return false;
  fact->template_name = strdup(word);
  while ((word = next_word(&rest)) != NULL) {
    SlotData *slot = grow((void **)&fact->slots, &fact->slot_count, sizeof *slot);
    const char *type = next_word(&rest);
    const char *value = next_word(&rest);
    if (type == NULL || value == NULL) return false;
    slot->name = strdup(word);
    slot->kind = slot_kind(type);
    slot->text = strdup(value);
    if (slot->kind == TYPE_INTEGER) slot->integer = strtoll(value, NULL, 10);
    if (slot->kind == TYPE_FLOAT) slot->real = strtod(value, NULL);
  }
  return true;
}

static bool read_line(char *line, Workload *workload) {
  char *rest = line;
  const char *kind = next_word(&rest);
  if (strcmp(kind, "focus") == 0) {
    for (char *module; (module = next_word(&rest)) != NULL;) {
      char **name = grow((void **)&workload->focus, &workload->focus_count, sizeof *name);
      *name = strdup(module);
    }
    return true;
  }
  if (strcmp(kind, "decide") == 0) {
    workload->decide = rest == NULL ? NULL : strdup(rest);
    return workload->decide != NULL;
  }
  if (strcmp(kind, "tick") == 0) return workload->ticks = true;
  if (strcmp(kind, "session") == 0) return read_fact(rest, &workload->session);
  if (strcmp(kind, "request") == 0) {
    grow((void **)&workload->requests, &workload->request_count, sizeof *workload->requests);
    return true;
  }
  if (strcmp(kind, "fact") == 0 && workload->request_count > 0)
    return read_fact(rest, &workload->requests[workload->request_count - 1]);
  return false;
}

bool read_workload(const char *path, Workload *workload) {
  FILE *file = fopen(path, "r");
  if (file == NULL) {
    perror(path);
    return false;
  }
  memset(workload, 0, sizeof *workload);
  char *line = NULL;
  size_t capacity = 0;
  bool good = true;
  for (size_t number = 1; good && getline(&line, &capacity, file) >= 0; number++) {
    line[strcspn(line, "\n")] = '\0';
    good = read_line(line, workload);
    if (!good) fprintf(stderr, "%s:%zu: not a line of a workload\n", path, number);
  }
  free(line);
  fclose(file);
  return good;
}

static bool bind_list(FactList *list) {
  for (size_t i = 0; i < list->count; i++) {
    FactData *fact = &list->facts[i];
    // Facts of one template share what was looked up for the first of them.
    for (size_t j = i; j-- > 0 && i - j < 16;)
      if (strcmp(list->facts[j].template_name, fact->template_name) == 0)
        fact->template_handle = list->facts[j].template_handle;
    if (fact->template_handle == NULL) fact->template_handle = engine_template(fact->template_name);
    if (fact->template_handle == NULL) {
      fprintf(stderr, "no template %s\n", fact->template_name);
      return false;
    }
  }
  return true;
}

bool bind_templates(Workload *workload) {
  for (size_t i = 0; i < workload->request_count; i++)
    if (!bind_list(&workload->requests[i])) return false;
  return bind_list(&workload->session);
}
