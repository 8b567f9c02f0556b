/* A host of FMUs in plain C: loads the binary by dlopen and does what the lines on stdin say, so that
 * tests can compare bits across processes. Numbers are printed as hexadecimal fractions.
 *
 *   host 2|3 LIBRARY RESOURCES TOKEN
 *   make I             an instance          init I START       up to the end of the initialisation
 *   enter I START      initialisation mode  exit I             its end
 *   set I REF VALUE    get I REF...         step I TIME LENGTH
 *   save I S           load I S             drop I S           states in memory
 *   write I S FILE     read I S FILE        and as bytes
 *   slope I IN OUT...  back I OUT IN...     derivatives, by a seed of 1: a column, a row
 *   both I J TIME LENGTH N                  N steps of two instances, each in a thread of its own
 *   rate I OUT         ramp I IN RATE       derivatives of outputs and inputs
 *   early I N          end a step at its Nth intermediate update (3.0)
 *   reset I            free I
 * Each line is answered by one line: the status, then numbers. What the FMU logs goes to stderr. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bramah/fmi2.h"
#include "bramah/fmi3.h"

enum { kMost = 2048, kSlots = 8 };

static void* library;
static int version;
static const char *resources, *token;
static void* instance[kSlots];
static void* state[kSlots];
static int early_at[kSlots], updates[kSlots];
static double early_time[kSlots];

static void* symbol(const char* name) {
  void* found = dlsym(library, name);
  if (!found) {
    fprintf(stderr, "host: no symbol %s\n", name);
    exit(3);
  }
  return found;
}
/* The function of a name, with the type of its declaration. */
#define CALL(function) (((__typeof__(&function))symbol(#function)))

static void say2(void* environment, fmi2String name, fmi2Status status, fmi2String category,
                 fmi2String message, ...) {
  va_list list;
  va_start(list, message);
  fprintf(stderr, "[%s %d %s] ", name, (int)status, category);
  vfprintf(stderr, message, list);
  fputc('\n', stderr);
  va_end(list);
  (void)environment;
}

static void say3(void* environment, fmi3Status status, fmi3String category, fmi3String message) {
  fprintf(stderr, "[%d %s] %s\n", (int)status, category, message);
  (void)environment;
}

static void update(void* environment, double time, bool set, bool get, bool finished, bool can_end,
                   bool* end, double* end_time) {
  const int i = (int)(size_t)environment;
  ++updates[i];
  *end = can_end && get && finished && !set && updates[i] == early_at[i];
  if (*end) early_time[i] = *end_time = time;
}

static fmi2CallbackFunctions callbacks = {say2, calloc, free, NULL, NULL};

static int make(int i) {
  char uri[4096];
  snprintf(uri, sizeof uri, "file://%s", resources);
  instance[i] =
      version == 2
          ? CALL(fmi2Instantiate)("one", fmi2CoSimulation, token, uri, &callbacks, 0, 0)
          : CALL(fmi3InstantiateCoSimulation)("one", token, resources, false, false, false, true,
                                              NULL, 0, (void*)(size_t)i, say3, update);
  return instance[i] ? 0 : 3;
}

static int enter(int i, double start) {
  if (version == 3) return CALL(fmi3EnterInitializationMode)(instance[i], false, 0, start, false, 0);
  const int s = CALL(fmi2SetupExperiment)(instance[i], 0, 0, start, 0, 0);
  return s ? s : (int)CALL(fmi2EnterInitializationMode)(instance[i]);
}

static int leave(int i) {
  return version == 2 ? (int)CALL(fmi2ExitInitializationMode)(instance[i])
                      : (int)CALL(fmi3ExitInitializationMode)(instance[i]);
}

static int set(int i, unsigned ref, double value) {
  return version == 2 ? (int)CALL(fmi2SetReal)(instance[i], &ref, 1, &value)
                      : (int)CALL(fmi3SetFloat64)(instance[i], &ref, 1, &value, 1);
}

static int get(int i, const unsigned* refs, size_t n, double* values) {
  return version == 2 ? (int)CALL(fmi2GetReal)(instance[i], refs, n, values)
                      : (int)CALL(fmi3GetFloat64)(instance[i], refs, n, values, n);
}

/* The status, then the time that was reached. */
static int step(int i, double time, double length, double* reached) {
  if (version == 2) {
    const int s = CALL(fmi2DoStep)(instance[i], time, length, 0);
    CALL(fmi2GetRealStatus)(instance[i], fmi2LastSuccessfulTime, reached);
    return s;
  }
  bool event, end, early;
  updates[i] = 0;
  return CALL(fmi3DoStep)(instance[i], time, length, true, &event, &end, &early, reached);
}

static int keep(const char* what, int i, int s) {
  if (version == 2) {
    if (!strcmp(what, "save")) return CALL(fmi2GetFMUstate)(instance[i], &state[s]);
    if (!strcmp(what, "load")) return CALL(fmi2SetFMUstate)(instance[i], state[s]);
    return CALL(fmi2FreeFMUstate)(instance[i], &state[s]);
  }
  if (!strcmp(what, "save")) return CALL(fmi3GetFMUState)(instance[i], &state[s]);
  if (!strcmp(what, "load")) return CALL(fmi3SetFMUState)(instance[i], state[s]);
  return CALL(fmi3FreeFMUState)(instance[i], &state[s]);
}

static int write_state(int i, int s, const char* path) {
  size_t size = 0;
  int status = version == 2 ? (int)CALL(fmi2SerializedFMUstateSize)(instance[i], state[s], &size)
                            : (int)CALL(fmi3SerializedFMUStateSize)(instance[i], state[s], &size);
  if (status) return status;
  char* bytes = malloc(size);
  status = version == 2 ? (int)CALL(fmi2SerializeFMUstate)(instance[i], state[s], bytes, size)
                        : (int)CALL(fmi3SerializeFMUState)(instance[i], state[s], (fmi3Byte*)bytes,
                                                           size);
  FILE* file = fopen(path, "wb");
  fwrite(bytes, 1, size, file);
  fclose(file);
  free(bytes);
  return status;
}

static int read_state(int i, int s, const char* path) {
  FILE* file = fopen(path, "rb");
  if (!file) return 9;
  char* bytes = malloc(1 << 22);
  const size_t size = fread(bytes, 1, 1 << 22, file);
  fclose(file);
  const int status =
      version == 2
          ? (int)CALL(fmi2DeSerializeFMUstate)(instance[i], bytes, size, &state[s])
          : (int)CALL(fmi3DeserializeFMUState)(instance[i], (fmi3Byte*)bytes, size, &state[s]);
  free(bytes);
  return status;
}

/* All outputs by one input, or one output by all inputs; of the latter FMI 2.0 knows one at a time. */
static int slope(bool back, int i, unsigned one_of, const unsigned* others, size_t n, double* values) {
  const double one = 1.0;
  if (version == 3)
    return back ? CALL(fmi3GetAdjointDerivative)(instance[i], &one_of, 1, others, n, &one, 1, values, n)
                : CALL(fmi3GetDirectionalDerivative)(instance[i], others, n, &one_of, 1, &one, 1, values,
                                                     n);
  if (!back)
    return CALL(fmi2GetDirectionalDerivative)(instance[i], others, n, &one_of, 1, &one, values);
  int status = 0;
  for (size_t k = 0; k < n && !status; ++k)
    status = CALL(fmi2GetDirectionalDerivative)(instance[i], &one_of, 1, &others[k], 1, &one, &values[k]);
  return status;
}

typedef struct {
  int i, count, status;
  double time, length;
} Walk;

static void* walk(void* data) {
  Walk* w = data;
  double reached;
  for (int k = 0; k < w->count && !w->status; ++k)
    w->status = step(w->i, w->time + k * w->length, w->length, &reached);
  return NULL;
}

static int both(int i, int j, double time, double length, int count) {
  Walk one = {i, count, 0, time, length}, other = {j, count, 0, time, length};
  pthread_t thread;
  if (pthread_create(&thread, NULL, walk, &one)) return 9;
  walk(&other);
  pthread_join(thread, NULL);
  return one.status ? one.status : other.status;
}

static int rate(int i, unsigned out, double* value) {
  const int order = 1;
  return version == 2
             ? (int)CALL(fmi2GetRealOutputDerivatives)(instance[i], &out, 1, &order, value)
             : (int)CALL(fmi3GetOutputDerivatives)(instance[i], &out, 1, &order, value, 1);
}

static void release(int i) {
  if (version == 2)
    CALL(fmi2FreeInstance)(instance[i]);
  else
    CALL(fmi3FreeInstance)(instance[i]);
  instance[i] = NULL;
}

/* One line; the number of values that answer it, or -1. */
static int perform(char* line, int* status, double* values) {
  static unsigned refs[kMost];
  char* words[3 + kMost];
  int n = 0;
  for (char* word = strtok(line, " \n"); word && n < 3 + kMost; word = strtok(NULL, " \n"))
    words[n++] = word;
  if (n < 2) return -1;
  const char* what = words[0];
  const int i = atoi(words[1]) % kSlots, s = n > 2 ? atoi(words[2]) % kSlots : 0;
  const unsigned first = n > 2 ? (unsigned)atoi(words[2]) : 0;
  const double third = n > 3 ? strtod(words[3], NULL) : 0.0;
  if (!strcmp(what, "make")) return *status = make(i), 0;
  if (!strcmp(what, "enter")) return *status = enter(i, strtod(words[2], NULL)), 0;
  if (!strcmp(what, "exit")) return *status = leave(i), 0;
  if (!strcmp(what, "init")) {
    *status = enter(i, strtod(words[2], NULL));
    if (!*status) *status = leave(i);
    return 0;
  }
  if (!strcmp(what, "set")) return *status = set(i, first, third), 0;
  if (!strcmp(what, "get")) {
    for (int k = 2; k < n; ++k) refs[k - 2] = (unsigned)atoi(words[k]);
    *status = get(i, refs, (size_t)(n - 2), values);
    return n - 2;
  }
  if (!strcmp(what, "step")) return *status = step(i, strtod(words[2], NULL), third, values), 1;
  if (!strcmp(what, "save") || !strcmp(what, "load") || !strcmp(what, "drop"))
    return *status = keep(what, i, s), 0;
  if (!strcmp(what, "write")) return *status = write_state(i, s, words[3]), 0;
  if (!strcmp(what, "read")) return *status = read_state(i, s, words[3]), 0;
  if (!strcmp(what, "slope") || !strcmp(what, "back")) {
    for (int k = 3; k < n; ++k) refs[k - 3] = (unsigned)atoi(words[k]);
    *status = slope(!strcmp(what, "back"), i, first, refs, (size_t)(n - 3), values);
    return n - 3;
  }
  if (!strcmp(what, "both") && n > 5)
    return *status = both(i, s, third, strtod(words[4], NULL), atoi(words[5])), 0;
  if (!strcmp(what, "rate")) return *status = rate(i, first, values), 1;
  if (!strcmp(what, "ramp")) {
    const int order = 1;
    *status = CALL(fmi2SetRealInputDerivatives)(instance[i], &first, 1, &order, &third);
    return 0;
  }
  if (!strcmp(what, "early")) return early_at[i] = (int)first, 0;
  if (!strcmp(what, "reset")) {
    *status = version == 2 ? (int)CALL(fmi2Reset)(instance[i]) : (int)CALL(fmi3Reset)(instance[i]);
    return 0;
  }
  if (!strcmp(what, "free")) return release(i), 0;
  return -1;
}

int main(int argc, char** argv) {
  static char line[1 << 16];
  static double values[kMost];
  if (argc != 5) return 2;
  version = atoi(argv[1]);
  resources = argv[3];
  token = argv[4];
  library = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "host: %s\n", dlerror());
    return 3;
  }
  while (fgets(line, sizeof line, stdin)) {
    int status = 0;
    const int n = perform(line, &status, values);
    if (n < 0) return 4;
    printf("%d", status);
    for (int k = 0; k < n; ++k) printf(" %a", values[k]);
    printf("\n");
  }
  for (int i = 0; i < kSlots; ++i)
    if (instance[i]) release(i);
  dlclose(library);
  return 0;
}
