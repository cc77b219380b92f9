/* CLIPS 6.4: facts are made with fact builders, one a template. */
#include "engine.h"

#include "clips.h"
#include "matches.h"

static Environment *environment;
static Deftemplate *decision_template;
static Fact *last_session_fact;

const char *engine_version(void) { return VERSION_STRING; }

bool engine_open(const char *constructs_path) {
  environment = CreateEnvironment();
#ifdef WITH_PCRE2
  define_matches(environment);
#endif
  if (Load(environment, constructs_path) != LE_NO_ERROR) return false;
  SetCurrentModule(environment, FindDefmodule(environment, "MAIN"));
  decision_template = FindDeftemplate(environment, "__service_decision");
  Reset(environment);
  return decision_template != NULL;
}

void *engine_template(const char *name) { return CreateFactBuilder(environment, name); }

bool engine_assert(const FactData *fact) {
  FactBuilder *builder = fact->template_handle;
  for (size_t i = 0; i < fact->slot_count; i++) {
    const SlotData *slot = &fact->slots[i];
    PutSlotError error = PSE_NO_ERROR;
    switch (slot->kind) {
      case TYPE_STRING: error = FBPutSlotString(builder, slot->name, slot->text); break;
      case TYPE_SYMBOL: error = FBPutSlotSymbol(builder, slot->name, slot->text); break;
      case TYPE_INTEGER: error = FBPutSlotInteger(builder, slot->name, slot->integer); break;
      case TYPE_FLOAT: error = FBPutSlotFloat(builder, slot->name, slot->real); break;
    }
    if (error != PSE_NO_ERROR) return false;
  }
  return FBAssert(builder) != NULL;
}

void engine_reset(void) { Reset(environment); }

void engine_mark_session(void) {
  last_session_fact = NULL;
  for (Fact *fact = GetNextFact(environment, NULL); fact != NULL; fact = GetNextFact(environment, fact))
    last_session_fact = fact;
}

void engine_restore_session(void) {
  for (Fact *fact = GetNextFact(environment, last_session_fact); fact != NULL;) {
    Fact *next = GetNextFact(environment, fact);
    Retract(fact);
    fact = next;
  }
}

bool engine_focus(const char *module) {
  Defmodule *found = FindDefmodule(environment, module);
  if (found == NULL) return false;
  Focus(found);
  return true;
}

long long engine_run(long long limit) { return Run(environment, limit); }

void *engine_next_decision(void *decision) { return GetNextFactInTemplate(decision_template, decision); }

static const char *text_slot(void *decision, const char *slot) {
  CLIPSValue value;
  return GetFactSlot(decision, slot, &value) == GSE_NO_ERROR ? value.lexemeValue->contents : "";
}

const char *engine_decision_action(void *decision) { return text_slot(decision, "action"); }

void engine_read_decision(void *decision, Firing *firing) {
  firing->action = text_slot(decision, "action");
  firing->reason = text_slot(decision, "reason");
  firing->rule = text_slot(decision, "rule");
}
