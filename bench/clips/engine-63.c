/* CLIPS 6.3: facts are made with EnvCreateFact. */
#include "engine.h"

#include "clips.h"

static void *environment;
static void *decision_template;
static void *last_session_fact;

const char *engine_version(void) { return VERSION_STRING; }

bool engine_open(const char *constructs_path) {
  environment = CreateEnvironment();
  if (EnvLoad(environment, constructs_path) != 1) return false;
  EnvSetCurrentModule(environment, EnvFindDefmodule(environment, "MAIN"));
  decision_template = EnvFindDeftemplate(environment, "__service_decision");
  EnvReset(environment);
  return decision_template != NULL;
}

void *engine_template(const char *name) { return EnvFindDeftemplate(environment, name); }

bool engine_assert(const FactData *data) {
  void *fact = EnvCreateFact(environment, data->template_handle);
  if (fact == NULL) return false;
  for (size_t i = 0; i < data->slot_count; i++) {
    const SlotData *slot = &data->slots[i];
    DATA_OBJECT value;
    switch (slot->kind) {
      case TYPE_STRING:
        SetType(value, STRING);
        SetValue(value, EnvAddSymbol(environment, slot->text));
        break;
      case TYPE_SYMBOL:
        SetType(value, SYMBOL);
        SetValue(value, EnvAddSymbol(environment, slot->text));
        break;
      case TYPE_INTEGER:
        SetType(value, INTEGER);
        SetValue(value, EnvAddLong(environment, slot->integer));
        break;
      case TYPE_FLOAT:
        SetType(value, FLOAT);
        SetValue(value, EnvAddDouble(environment, slot->real));
        break;
    }
    if (!EnvPutFactSlot(environment, fact, slot->name, &value)) return false;
  }
  EnvAssignFactSlotDefaults(environment, fact);
  return EnvAssert(environment, fact) != NULL;
}

void engine_reset(void) { EnvReset(environment); }

void engine_mark_session(void) {
  last_session_fact = NULL;
  for (void *fact = EnvGetNextFact(environment, NULL); fact != NULL; fact = EnvGetNextFact(environment, fact))
    last_session_fact = fact;
}

void engine_restore_session(void) {
  for (void *fact = EnvGetNextFact(environment, last_session_fact); fact != NULL;) {
    void *next = EnvGetNextFact(environment, fact);
    EnvRetract(environment, fact);
    fact = next;
  }
}

bool engine_focus(const char *module) {
  void *found = EnvFindDefmodule(environment, module);
  if (found == NULL) return false;
  EnvFocus(environment, found);
  return true;
}

long long engine_run(long long limit) { return EnvRun(environment, limit); }

void *engine_next_decision(void *decision) {
  return EnvGetNextFactInTemplate(environment, decision_template, decision);
}

static const char *text_slot(void *decision, const char *slot) {
  DATA_OBJECT value;
  return EnvGetFactSlot(environment, decision, slot, &value) ? DOToString(value) : "";
}

const char *engine_decision_action(void *decision) { return text_slot(decision, "action"); }

void engine_read_decision(void *decision, Firing *firing) {
  firing->action = text_slot(decision, "action");
  firing->reason = text_slot(decision, "reason");
  firing->rule = text_slot(decision, "rule");
}
