/* The host's `service-matches` for CLIPS 6.4: PCRE2 with its just-in-time compiler, a pattern compiled once. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdio.h>
#include <string.h>

#include "clips.h"
#include "matches.h"

#define PATTERNS 1024

typedef struct {
  const CLIPSLexeme *pattern;
  pcre2_code *code;
} Compiled;

static Compiled compiled[PATTERNS];
static pcre2_match_data *match_data;

/* CLIPS holds a pattern of the constructs once, so its address names it. */
static pcre2_code *code_of(const CLIPSLexeme *pattern) {
  size_t at = ((size_t)pattern >> 4) % PATTERNS;
  while (compiled[at].pattern != NULL && compiled[at].pattern != pattern) at = (at + 1) % PATTERNS;
  if (compiled[at].pattern == NULL) {
    int error;
    PCRE2_SIZE offset;
    pcre2_code *code = pcre2_compile((PCRE2_SPTR)pattern->contents, PCRE2_ZERO_TERMINATED,
                                     PCRE2_UTF | PCRE2_DOLLAR_ENDONLY, &error, &offset, NULL);
    if (code != NULL) pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
    compiled[at] = (Compiled){pattern, code};
  }
  return compiled[at].code;
}

static void service_matches(Environment *environment, UDFContext *context, UDFValue *result) {
  UDFValue pattern;
  UDFValue text;
  UDFNthArgument(context, 1, LEXEME_BITS, &pattern);
  UDFNthArgument(context, 2, LEXEME_BITS, &text);
  pcre2_code *code = code_of(pattern.lexemeValue);
  if (code == NULL) {
    fprintf(stderr, "PCRE2 refused the pattern %s\n", pattern.lexemeValue->contents);
    exit(1);
  }
  const char *subject = text.lexemeValue->contents;
  const int found = pcre2_match(code, (PCRE2_SPTR)subject, strlen(subject), 0, PCRE2_NO_UTF_CHECK, match_data, NULL);
  result->lexemeValue = CreateBoolean(environment, found >= 0);
}

void define_matches(void *environment) {
  match_data = pcre2_match_data_create(1, NULL);
  AddUDF(environment, "service-matches", "b", 2, 2, "sy", service_matches, "service_matches", NULL);
}
