// An FMU 2.0 with y = u and whatever its parameter asks for: 1 NaN, 2 a crash, 3 a step that does not end,
// 4 a refused step, 5 it leaves. It cannot save its state.
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include "bramah/fmi2.h"

typedef struct {
  double u, mode;
  const fmi2CallbackFunctions* host;
} One;

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String token,
                              fmi2String resources, const fmi2CallbackFunctions* host,
                              fmi2Boolean visible, fmi2Boolean logging) {
  (void)name, (void)type, (void)token, (void)resources, (void)visible, (void)logging;
  One* one = calloc(1, sizeof(One));
  one->host = host;
  return one;
}
void fmi2FreeInstance(fmi2Component c) { free(c); }
fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean a, fmi2Real b, fmi2Real d,
                               fmi2Boolean e, fmi2Real f) {
  (void)c, (void)a, (void)b, (void)d, (void)e, (void)f;
  return fmi2OK;
}
fmi2Status fmi2EnterInitializationMode(fmi2Component c) { return c ? fmi2OK : fmi2Error; }
fmi2Status fmi2ExitInitializationMode(fmi2Component c) { return c ? fmi2OK : fmi2Error; }

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference r[], size_t n,
                       const fmi2Real v[]) {
  One* one = c;
  for (size_t k = 0; k < n; ++k) *(r[k] == 0 ? &one->u : &one->mode) = v[k];
  return fmi2OK;
}
fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Real v[]) {
  const One* one = c;
  (void)r;
  for (size_t k = 0; k < n; ++k) v[k] = one->u;
  return fmi2OK;
}
fmi2Status fmi2DoStep(fmi2Component c, fmi2Real t, fmi2Real h, fmi2Boolean no_return) {
  One* one = c;
  (void)h, (void)no_return;
  if (t < 0.005) return fmi2OK;
  if (one->mode == 1.0) one->u = NAN;
  if (one->mode == 2.0) abort();
  while (one->mode == 3.0) sleep(1);
  if (one->mode == 5.0) _exit(7);
  if (one->mode != 4.0) return fmi2OK;
  one->host->logger(one->host->componentEnvironment, "x", fmi2Discard, "", "no step at %g", t);
  return fmi2Discard;
}

#define NOTHING(name, type, constant)                                                           \
  fmi2Status name(fmi2Component c, const fmi2ValueReference r[], size_t n, constant type v[]) { \
    (void)c, (void)r, (void)n, (void)v;                                                         \
    return fmi2Error;                                                                           \
  }
NOTHING(fmi2GetInteger, fmi2Integer, )
NOTHING(fmi2SetInteger, fmi2Integer, const)
NOTHING(fmi2GetBoolean, fmi2Boolean, )
NOTHING(fmi2SetBoolean, fmi2Boolean, const)
fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference r[], size_t n,
                                       const fmi2Integer o[], const fmi2Real v[]) {
  (void)c, (void)r, (void)n, (void)o, (void)v;
  return fmi2Error;
}
fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference r[], size_t n,
                                        const fmi2Integer o[], fmi2Real v[]) {
  (void)c, (void)r, (void)n, (void)o, (void)v;
  return fmi2Error;
}
